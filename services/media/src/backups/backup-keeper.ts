import { basename } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { ImageFault } from '@ctdb/contracts';
import type { ImageRecord, StoredFile } from '../images/image.schema.js';
import { ObjectStore } from '../storage/object-store.js';
import { MissingObject } from '../storage/s3-errors.js';
import type { Outcome } from '../runs/run-task.js';
import { BackupFolder, SourceDiffers } from './backup-folder.js';
import type { BackupRecord } from './backup.schema.js';
import { BackupsRepository } from './backups.repository.js';
import { isSame } from './digest.js';
import { KeptImagesRepository } from './kept-images.repository.js';

/**
 * Sees to it that an image has a right backup: one that is right is only read and compared, another
 * one is made anew of the master. The database says that there is one only after it was read back.
 */
@Injectable()
export class BackupKeeper {
  constructor(
    private readonly folder: BackupFolder,
    private readonly store: ObjectStore,
    private readonly backups: BackupsRepository,
    private readonly images: KeptImagesRepository,
  ) {}

  async ensure(image: ImageRecord, type: BackupRecord['backupType']): Promise<Outcome> {
    const { _id, files } = image;
    if (!files) return { fault: 'notConverted' };
    const path = this.folder.pathOf(image, files.master);
    const isRight = await this.isRight(path, files.master);
    const fault = isRight ? undefined : await this.copy(path, files.master);
    if (fault) {
      await this.backups.markBad(_id);
      return (await this.images.setBackedUp(_id, null)) ? { fault } : null;
    }
    return (await this.remember(image, files.master, path, type)) ? { repaired: !isRight } : null;
  }

  /** Whether the file is there, and right. One that cannot be read is not. */
  private async isRight(path: string, master: StoredFile): Promise<boolean> {
    const found = await this.folder.digest(path).catch(() => null);
    return found !== null && isSame(found, master);
  }

  private async copy(path: string, master: StoredFile): Promise<ImageFault | undefined> {
    try {
      await this.folder.write(path, await this.store.get(master.key), master);
      return undefined;
    } catch (error) {
      if (error instanceof MissingObject) return 'masterMissing';
      if (error instanceof SourceDiffers) return 'masterCorrupt';
      throw error;
    }
  }

  /** False where the image was purged meanwhile: then its backup goes, too. */
  private async remember(
    { _id, filename, treatmentId, diseaseId }: ImageRecord,
    { sha256, bytes }: StoredFile,
    path: string,
    backupType: BackupRecord['backupType'],
  ): Promise<boolean> {
    const verifiedAt = new Date();
    await this.backups.save({
      originalImageId: _id,
      backupFilename: basename(path),
      originalFilename: filename ?? '',
      backupPath: path,
      backupType,
      checksum: sha256,
      fileSize: bytes,
      treatmentId,
      diseaseId,
      verifiedAt,
    });
    if (await this.images.setBackedUp(_id, verifiedAt)) return true;
    await this.folder.remove(path);
    await this.backups.remove(_id);
    return false;
  }
}
