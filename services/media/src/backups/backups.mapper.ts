import type { BackupDetail, BackupLog, BackupStatus } from '@ctdb/contracts';
import type { RunRecord } from '../runs/run.schema.js';

/** A run on the backup page; image checks have their own. */
export type BackupRun = RunRecord & { backupType: BackupLog['backupType'] };

export const isBackupRun = (run: RunRecord): run is BackupRun => run.backupType !== 'health';

export const toBackupLog = (run: BackupRun): BackupLog => ({
  id: run._id.toHexString(),
  backupType: run.backupType,
  status: run.status,
  startTime: run.startTime.toISOString(),
  ...(run.endTime && { endTime: run.endTime.toISOString() }),
  totalImages: run.totalImages,
  successfulBackups: run.successfulBackups,
  failedBackups: run.failedBackups,
  backupPath: run.backupPath,
  ...(run.errorMessage && { errorMessage: run.errorMessage }),
});

/** A run with its failed images. */
export const toBackupDetail = (run: BackupRun): BackupDetail => ({
  ...toBackupLog(run),
  failures: run.failures.map(({ imageId, filename, reason }) => ({
    imageId: imageId.toHexString(),
    filename,
    reason,
  })),
});

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
