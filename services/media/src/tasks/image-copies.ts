import { ObjectNotFoundError, ObjectStore, type StoredFile } from '@ctdb/chassis/storage';
import type { ImageFault } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { BackupFileStore } from '../backups/backup-file-store.js';
import { digestOf, isSame, type Digest } from '../backups/digest.js';
import type { ImageRecord } from '../images/image.schema.js';

/** The bytes of a valid copy, or what is wrong with it. */
export type CopyResult<F extends ImageFault = ImageFault> = { bytes: Buffer } | { fault: F };

/** Reads the copies of an image, and compares their checksums. */
@Injectable()
export class ImageCopies {
  constructor(
    private readonly store: ObjectStore,
    private readonly files: BackupFileStore,
  ) {}

  async master(file: StoredFile): Promise<CopyResult<'masterMissing' | 'masterCorrupt'>> {
    const bytes = await this.object(file.key);
    if (!bytes) return { fault: 'masterMissing' };
    return isSame(digestOf(bytes), file) ? { bytes } : { fault: 'masterCorrupt' };
  }

  async backup(
    image: ImageRecord,
    expected: Digest,
  ): Promise<CopyResult<'backupMissing' | 'backupCorrupt'>> {
    // An unreadable file counts as a wrong one.
    const read = this.files.read(this.files.getPath(image, expected));
    const bytes = await read.catch(() => Buffer.alloc(0));
    if (!bytes) return { fault: 'backupMissing' };
    return isSame(digestOf(bytes), expected) ? { bytes } : { fault: 'backupCorrupt' };
  }

  async isValid(file: StoredFile): Promise<boolean> {
    const bytes = await this.object(file.key);
    return bytes !== null && isSame(digestOf(bytes), file);
  }

  private async object(key: string): Promise<Buffer | null> {
    try {
      return await this.store.read(key);
    } catch (error) {
      if (error instanceof ObjectNotFoundError) return null;
      throw error;
    }
  }
}
