import { backupEvents, imageEvents, imageHealthEvents } from '@ctdb/contracts';
import { audited, noted, type Audited } from './told.js';

const images = Object.values(imageEvents).map((event) =>
  audited('image', event, ({ imageId, treatmentId, title, changes }) => ({
    objectId: imageId,
    label: title,
    changes: [...changes, ...noted({ treatmentId })],
  })),
);

/** Checks of all images are the backups' kin: both look after copies. */
const HEALTH = 'health';

/** What the trail keeps of media's events. */
export const mediaEvents: readonly Audited[] = [
  ...images,
  audited('backup', backupEvents.started, ({ logId, backupType, imageId }) => ({
    objectId: logId,
    label: backupType,
    changes: noted({ imageId }),
  })),
  audited('backup', backupEvents.ended, ({ logId, backupType, status }) => ({
    objectId: logId,
    label: backupType,
    changes: noted({ status }),
  })),
  audited('backup', imageHealthEvents.started, ({ runId }) => ({ objectId: runId, label: HEALTH })),
  audited('backup', imageHealthEvents.ended, ({ runId, status }) => ({
    objectId: runId,
    label: HEALTH,
    changes: noted({ status }),
  })),
];
