import type { BackupStatus } from '@ctdb/contracts';
import type { RunRecord } from '../runs/run.schema.js';

/** The result of a drill that went over all images. */
export const toDrillResult = (run: RunRecord): NonNullable<BackupStatus['lastDrill']> => {
  const end = run.endTime ?? run.startTime;
  return {
    at: end.toISOString(),
    seconds: (end.getTime() - run.startTime.getTime()) / 1_000,
    images: run.totalImages,
    mismatches: run.failedBackups,
    passed: run.status === 'completed',
  };
};

/**
 * Percent of images with a valid backup, with one decimal; rounded down, so that 100 means all.
 * 100 without images.
 */
export const coveragePercent = (total: number, verified: number): number =>
  total === 0 ? 100 : Math.floor((1_000 * Math.min(verified, total)) / total) / 10;
