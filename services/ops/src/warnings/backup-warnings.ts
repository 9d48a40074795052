import type { Warning } from '@ctdb/contracts';

const MINUTE_MS = 60_000;
/** The first copy is due within it. */
const FIRST_BACKUP_MS = 24 * 60 * MINUTE_MS;

/** What is known of the copies of everything. */
export interface BackupFacts {
  /** Whether this installation makes them by itself. */
  isExpected: boolean;
  /** The newest complete one. */
  backup?: { endedAt: Date; rpoMinutes: number; place: string } | undefined;
  /** When the installation or its last restore, after which no copy is known, was made. */
  since: Date;
}

/** What is wrong with the copies of everything. Those of a hand-made copy are about its place alone. */
export const findBackupWarnings = (
  { isExpected, backup, since }: BackupFacts,
  now: Date,
): Warning[] => {
  const age = (at: Date) => now.getTime() - at.getTime();
  if (!backup)
    return isExpected && age(since) > FIRST_BACKUP_MS ? [{ code: 'completeBackupMissing' }] : [];
  // A run starts twice in this time: it is twice the interval.
  const isOverdue = isExpected && age(backup.endedAt) > backup.rpoMinutes * MINUTE_MS;
  return [
    ...(isOverdue
      ? [{ code: 'completeBackupOverdue' as const, at: backup.endedAt.toISOString() }]
      : []),
    ...(backup.place === 'dataDisk' ? [{ code: 'completeBackupOnDataDisk' as const }] : []),
  ];
};
