import { backupEvents, imageEvents, imageHealthEvents } from '@ctdb/contracts';
import { auditMapping, asChanges, type AuditMapping } from './audited-event.js';

const images = Object.values(imageEvents).map((event) =>
  auditMapping('image', event, ({ imageId, treatmentId, title, changes }) => ({
    objectId: imageId,
    label: title,
    changes: [...changes, ...asChanges({ treatmentId })],
  })),
);

/** Checks of all images are the backups' kin: both look after copies. */
const HEALTH = 'health';

/** What the trail keeps of media's events. */
export const mediaEvents: readonly AuditMapping[] = [
  ...images,
  auditMapping('backup', backupEvents.started, ({ logId, backupType, imageId }) => ({
    objectId: logId,
    label: backupType,
    changes: asChanges({ imageId }),
  })),
  auditMapping('backup', backupEvents.ended, ({ logId, backupType, status }) => ({
    objectId: logId,
    label: backupType,
    changes: asChanges({ status }),
  })),
  auditMapping('backup', imageHealthEvents.started, ({ runId }) => ({
    objectId: runId,
    label: HEALTH,
  })),
  auditMapping('backup', imageHealthEvents.ended, ({ runId, status }) => ({
    objectId: runId,
    label: HEALTH,
    changes: asChanges({ status }),
  })),
];
