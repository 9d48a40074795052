import { deadLetterEvents, deploymentEvents } from '@ctdb/contracts';
import { auditMapping, asChanges, type AuditMapping } from './audited-event.js';

const letters = Object.values(deadLetterEvents).map((contract) =>
  auditMapping('deadLetter', contract, ({ deadLetterId, service, event }) => ({
    objectId: deadLetterId,
    label: event ?? service,
    changes: asChanges({ service }),
  })),
);

/** What the trail keeps of ops' own events. */
export const opsEvents: readonly AuditMapping[] = [
  ...letters,
  auditMapping(
    'deployment',
    deploymentEvents.started,
    ({ deploymentId, projectName, kind, domain, releaseId }) => ({
      objectId: deploymentId,
      label: projectName,
      changes: asChanges({ kind, domain, releaseId }),
    }),
  ),
  auditMapping(
    'deployment',
    deploymentEvents.ended,
    ({ deploymentId, projectName, releaseId, stage, fault }) => ({
      objectId: deploymentId,
      label: projectName,
      changes: asChanges({ releaseId, stage, fault }),
    }),
  ),
];
