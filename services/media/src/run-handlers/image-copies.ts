import { ObjectNotFoundError, ObjectStore, type StoredFile } from '@ctdb/chassis/storage';
import type { ImageErrorCode } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { BackupFileStore } from '../backups/backup-file-store.js';
import { toDigest, isSame, type Digest } from '../backups/digest.js';
import { ImagesRepository } from '../images/images.repository.js';
import type { ImageRecord, ImageWithFiles, StoredFiles } from '../images/image.record.js';
import { ImageProcessor } from '../pictures/image-processor.js';

/** The bytes of a valid copy, or what is wrong with it. */
type CopyResult = { bytes: Buffer } | { error: ImageErrorCode };

/**
 * Reads the copies of an image, compares their checksums, and repairs objects under the keys of the
 * record. One PUT replaces a whole object.
 */
@Injectable()
export class ImageCopies {
  constructor(
    private readonly store: ObjectStore,
    private readonly files: BackupFileStore,
    private readonly pictures: ImageProcessor,
    private readonly images: ImagesRepository,
  ) {}

  async master(file: StoredFile): Promise<CopyResult> {
    try {
      const bytes = await this.store.read(file.key);
      return isSame(toDigest(bytes), file) ? { bytes } : { error: 'masterCorrupt' };
    } catch (error) {
      if (error instanceof ObjectNotFoundError) return { error: 'masterMissing' };
      throw error;
    }
  }

  async backup(image: ImageRecord, expected: Digest): Promise<CopyResult> {
    // An unreadable file counts as a wrong one.
    const read = this.files.read(this.files.getPath(image, expected));
    const bytes = await read.catch(() => Buffer.alloc(0));
    if (!bytes) return { error: 'backupMissing' };
    return isSame(toDigest(bytes), expected) ? { bytes } : { error: 'backupCorrupt' };
  }

  async isValid(file: StoredFile): Promise<boolean> {
    return 'bytes' in (await this.master(file));
  }

  /** Stores the master, and reads it back. */
  async putMaster({ master }: StoredFiles, bytes: Buffer): Promise<void> {
    await this.store.put(master.key, bytes, master.contentType);
    if (!(await this.isValid(master))) throw new Error('checksum mismatch after upload');
  }

  /** Encodes missing or wrong sizes again. Returns whether there were any. */
  async ensureRenditions(image: ImageWithFiles, master: Buffer): Promise<boolean> {
    const { display, thumb } = image.files;
    const [displayIsValid, thumbIsValid] = await Promise.all([
      this.isValid(display),
      this.isValid(thumb),
    ]);
    if (displayIsValid && thumbIsValid) return false;
    const made = await this.pictures.createRenditions(master);
    const put = ({ key, contentType }: StoredFile, bytes: Buffer): Promise<StoredFile> =>
      this.store.put(key, bytes, contentType);
    const derived = {
      display: displayIsValid ? display : await put(display, made.display.bytes),
      thumb: thumbIsValid ? thumb : await put(thumb, made.thumb.bytes),
    };
    // Another version of the library encodes the same picture to other bytes.
    await this.images.setRenditions(image, derived);
    return true;
  }
}
