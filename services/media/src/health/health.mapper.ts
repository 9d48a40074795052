import type { ImageHealth } from '@ctdb/contracts';
import type { RunRecord } from '../runs/run.schema.js';

/** What a check of all images has found so far, or in the end. */
export const toImageHealth = (run: RunRecord): ImageHealth => ({
  id: run._id.toHexString(),
  status: run.status,
  startedAt: run.startTime.toISOString(),
  ...(run.endTime && { endedAt: run.endTime.toISOString() }),
  checked: run.successfulBackups + run.failedBackups,
  repaired: run.repaired,
  unrepairable: run.failures.map(({ imageId, title, reason }) => ({
    imageId: imageId.toHexString(),
    title,
    reason,
  })),
});
