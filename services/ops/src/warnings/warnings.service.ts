import { MIN_REMOVAL_DAYS, type Warning } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { BackupsService } from '../backups/backups.service.js';
import { DeadLettersService } from '../dead-letters/dead-letters.service.js';
import { InstallationRepository } from '../deployments/installation.repository.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The first copy is due within it. */
const FIRST_BACKUP_MS = DAY_MS;

/** What is known of the copies of everything. */
export interface BackupFacts {
  /** Whether this installation makes them by itself. */
  isExpected: boolean;
  /** The newest complete one. */
  backup?: { endedAt: Date; rpoMinutes: number; place: string; appendOnly: boolean } | undefined;
  /** When old ones were last removed. */
  prunedAt?: Date | undefined;
  /** When the installation or its last restore, after which no copy is known, was made. */
  since: Date;
}

/** What is wrong with the copies of everything. Those of a hand-made copy are about its place alone. */
export const findBackupWarnings = (
  { isExpected, backup, prunedAt, since }: BackupFacts,
  now: Date,
): Warning[] => {
  const age = (at: Date) => now.getTime() - at.getTime();
  if (!backup)
    return isExpected && age(since) > FIRST_BACKUP_MS ? [{ code: 'completeBackupMissing' }] : [];
  // A run starts twice in this time: it is twice the interval.
  const isOverdue = isExpected && age(backup.endedAt) > backup.rpoMinutes * MINUTE_MS;
  // From then on an erased name may be in the repository for longer than its erasure has promised.
  const isUnpruned =
    isExpected && !backup.appendOnly && prunedAt && age(prunedAt) > MIN_REMOVAL_DAYS * DAY_MS;
  return [
    ...(isOverdue
      ? [{ code: 'completeBackupOverdue' as const, at: backup.endedAt.toISOString() }]
      : []),
    ...(backup.place === 'dataDisk' ? [{ code: 'completeBackupOnDataDisk' as const }] : []),
    ...(isUnpruned
      ? [{ code: 'completeBackupNotPruned' as const, at: prunedAt.toISOString() }]
      : []),
  ];
};

/** Finds what administrators are warned of. */
@Injectable()
export class WarningsService {
  constructor(
    private readonly backups: BackupsService,
    private readonly deadLetters: DeadLettersService,
    private readonly installation: InstallationRepository,
  ) {}

  async find(): Promise<Warning[]> {
    const [{ isExpected, backup, restore, prunedAt }, installedAt, [givenUp]] = await Promise.all([
      this.backups.read(),
      this.installation.since(),
      this.deadLetters.givenUpMails(1),
    ]);
    // A restore keeps the age of the installation, but not the record of its copies.
    const since = restore && restore.endedAt > installedAt ? restore.endedAt : installedAt;
    return [
      ...findBackupWarnings({ isExpected, backup, prunedAt, since }, new Date()),
      ...(givenUp ? [{ code: 'mailGivenUp' as const, at: givenUp.at.toISOString() }] : []),
    ];
  }
}
