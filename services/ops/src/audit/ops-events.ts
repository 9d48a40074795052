import { deadLetterEvents, deploymentEvents } from '@ctdb/contracts';
import { audited, noted, type Audited } from './told.js';

const letters = Object.values(deadLetterEvents).map((contract) =>
  audited('deadLetter', contract, ({ deadLetterId, service, event }) => ({
    objectId: deadLetterId,
    label: event ?? service,
    changes: noted({ service }),
  })),
);

/** What the trail keeps of ops' own events. */
export const opsEvents: readonly Audited[] = [
  ...letters,
  audited(
    'deployment',
    deploymentEvents.started,
    ({ deploymentId, projectName, kind, domain, releaseId }) => ({
      objectId: deploymentId,
      label: projectName,
      changes: noted({ kind, domain, releaseId }),
    }),
  ),
  audited(
    'deployment',
    deploymentEvents.ended,
    ({ deploymentId, projectName, releaseId, stage, fault }) => ({
      objectId: deploymentId,
      label: projectName,
      changes: noted({ releaseId, stage, fault }),
    }),
  ),
];
