import type { Warning } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { BackupsService } from '../backups/backups.service.js';
import { DeadLettersService } from '../dead-letters/dead-letters.service.js';
import { InstallationRepository } from '../deployments/installation.repository.js';
import { findBackupWarnings } from './backup-warnings.js';

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
