import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import type { ImageRecord } from '../images/image.schema.js';
import { BackupFiles } from './backup-files.js';
import { BackupFolder } from './backup-folder.js';
import { BackupQueue } from './backup-queue.js';
import { BackupsRepository } from './backups.repository.js';

/** What images ask of their backups, by a queue and the folder. */
@Injectable()
export class QueuedBackupFiles extends BackupFiles {
  constructor(
    private readonly queue: BackupQueue,
    private readonly folder: BackupFolder,
    private readonly backups: BackupsRepository,
  ) {
    super();
  }

  override async request(imageId: Types.ObjectId): Promise<void> {
    await this.queue.add([imageId]);
  }

  override async remove(image: ImageRecord): Promise<void> {
    // A worker that died may have left a file of which there is no row, or another one.
    if (image.files) await this.folder.remove(this.folder.pathOf(image, image.files.master));
    const backup = await this.backups.of(image._id);
    if (!backup) return;
    // The row last: where the file stays, the next try finds it by the row.
    await this.folder.remove(backup.backupPath);
    await this.backups.remove(image._id);
  }
}
