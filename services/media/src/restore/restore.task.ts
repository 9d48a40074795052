import { Injectable } from '@nestjs/common';
import { BackupKeeper } from '../backups/backup-keeper.js';
import { BackupsRepository } from '../backups/backups.repository.js';
import type { ImageRecord } from '../images/image.schema.js';
import type { Outcome, RunTask } from '../runs/run-task.js';
import { Copies } from './copies.js';
import { isConverted, Objects } from './objects.js';

/** The restore: a master that is missing or wrong comes back from its backup. One that is right stays. */
@Injectable()
export class RestoreTask implements RunTask {
  readonly type = 'restore';
  readonly concurrency = 3;
  readonly failsWithImages = true;

  constructor(
    private readonly copies: Copies,
    private readonly objects: Objects,
    private readonly backups: BackupsRepository,
    private readonly keeper: BackupKeeper,
  ) {}

  async examine(image: ImageRecord): Promise<Outcome> {
    if (!isConverted(image)) return { fault: 'notConverted' };
    const { files } = image;
    const master = await this.copies.master(files.master);
    if ('bytes' in master)
      return { repaired: await this.objects.ensureDerived(image, master.bytes) };
    const backup = await this.copies.backup(image, files.master);
    if ('fault' in backup) return this.keeper.deny(image, backup);
    await this.objects.putMaster(files, backup.bytes);
    await this.objects.ensureDerived(image, backup.bytes);
    await this.backups.markRestored(image._id, new Date());
    return { repaired: true };
  }
}
