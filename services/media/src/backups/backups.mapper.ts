import type { BackupDetail, BackupLog, BackupStatus } from '@ctdb/contracts';
import type { RunRecord } from '../runs/run.schema.js';

/** A run that the backup page tells of: the check of all images is asked for elsewhere. */
export type BackupRun = RunRecord & { backupType: BackupLog['backupType'] };

/** See {@link BackupRun}. */
export const isBackupRun = (run: RunRecord): run is BackupRun => run.backupType !== 'health';

/** A run as the backup page shows it. */
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

/** A run with everything that failed in it. */
export const toBackupDetail = (run: BackupRun): BackupDetail => ({
  ...toBackupLog(run),
  failures: run.failures.map(({ imageId, filename, reason }) => ({
    imageId: imageId.toHexString(),
    filename,
    reason,
  })),
});

/** What the last drill that went through to its end found. */
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
 * Percent of images whose backup matched, with one decimal; rounded down, so that 100 means all.
 * Without images nothing is unprotected.
 */
export const coveragePercent = (total: number, verified: number): number =>
  total === 0 ? 100 : Math.floor((1_000 * Math.min(verified, total)) / total) / 10;
