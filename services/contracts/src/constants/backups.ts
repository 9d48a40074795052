// No imports: the program infra/backup reads this file without the others.
const DAY_MS = 86_400_000;

/** Data that no backup needs is removed from the repository at this interval. */
export const PRUNE_INTERVAL_DAYS = 1;
/** Days from the end of a backup's retention until its data is removed: the interval, and a day for failed attempts. */
export const MIN_REMOVAL_DAYS = PRUNE_INTERVAL_DAYS + 1;

/** The settings on which {@link toBackupsUntil} depends. */
export interface BackupRetention {
  /** For how many days backups are kept. */
  DATABASE_BACKUP_DAYS: number;
  /** How many days later their data has left the repository. */
  BACKUP_REMOVAL_DAYS: number;
}

/** Returns the time from which no backup holds what was deleted at `deletedAt`. */
export const toBackupsUntil = (
  deletedAt: Date,
  { DATABASE_BACKUP_DAYS, BACKUP_REMOVAL_DAYS }: BackupRetention,
): Date => new Date(deletedAt.getTime() + (DATABASE_BACKUP_DAYS + BACKUP_REMOVAL_DAYS) * DAY_MS);
