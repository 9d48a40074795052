import { Injectable } from '@nestjs/common';
import { BackupWriter } from '../backups/backup-writer.js';
import type { ImageRecord } from '../images/image.schema.js';
import type { Outcome, RunHandler } from '../runs/run-task.js';
import type { RunRecord } from '../runs/run.schema.js';

/** The full backup: every image has a right backup at its end, or is listed. */
@Injectable()
export class FullBackupTask implements RunHandler {
  readonly type = 'full';
  readonly concurrency = 8;
  readonly failsWithImages = true;

  constructor(private readonly keeper: BackupWriter) {}

  examine(image: ImageRecord, run: RunRecord): Promise<Outcome> {
    // Whoever had this run before may have made backups of which nothing is stored yet.
    const isFirst = run.cursor === null && run.claims === 1;
    return this.keeper.secure(image, { isNew: isFirst && !image.backedUpAt });
  }

  settle(images: readonly ImageRecord[], outcomes: readonly Outcome[]): Promise<Outcome[]> {
    return this.keeper.record(images, outcomes, 'full');
  }
}
