import { randomUUID } from 'node:crypto';
import { ObjectNotFoundError, ObjectStore, type StoredFile } from '@ctdb/chassis/storage';
import type { ImageErrorCode } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { BackupFileStore } from '../backups/backup-file-store.js';
import { BackupManifests } from '../backups/backup-manifests.js';
import { BackupWriter } from '../backups/backup-writer.js';
import { BackupsRepository } from '../backups/backups.repository.js';
import { isSame, toDigest, type Digest } from '../backups/digest.js';
import { ImagesRepository } from '../images/images.repository.js';
import {
  hasFiles,
  type ImageRecord,
  type ImageWithFiles,
  type StoredFiles,
} from '../images/image.record.js';
import { removeFiles, storeRenditions } from '../images/store-renditions.js';
import { ImageProcessor, type Renditions } from '../pictures/image-processor.js';
import { rejectionCode } from '../pictures/rejection.js';
import type { ImageResult, RunRecord, RunType } from '../runs/run.record.js';
import { DRILL_PREFIX } from '../storage/bucket.js';

/** The bytes of a valid copy, or what is wrong with it. */
type CopyResult = { bytes: Buffer } | { error: ImageErrorCode };

const DATA_URL = /^data:[^,]{0,100},/;

/** Does the work of a run with each image. Every step may be repeated, and run in two workers at once. */
export interface RunHandler {
  /** How many images at once. */
  concurrency: number;
  /** Whether the run fails if an image does. */
  failsWithImages: boolean;
  processImage: (image: ImageRecord) => Promise<ImageResult>;
  /** Stores the results of a page of images, for handlers that do not store each one. */
  saveResults?: (
    images: readonly ImageRecord[],
    results: readonly ImageResult[],
  ) => Promise<ImageResult[]>;
  /** Runs when all images are processed, before the run ends. */
  complete?: (run: RunRecord) => Promise<void>;
}

const IMAGE_BY_IMAGE = { concurrency: 3, failsWithImages: true };

/**
 * The handlers of all types of runs. They read the copies of an image, compare their checksums, and repair objects under
 * the keys of the record. One PUT replaces a whole object.
 */
@Injectable()
export class RunHandlers {
  readonly byType: Partial<Record<RunType, RunHandler>>;

  constructor(
    private readonly store: ObjectStore,
    private readonly files: BackupFileStore,
    private readonly backups: BackupsRepository,
    private readonly writer: BackupWriter,
    private readonly images: ImagesRepository,
    private readonly pictures: ImageProcessor,
    manifests: BackupManifests,
  ) {
    this.byType = {
      // Afterwards every image has a valid backup, or is listed as failed.
      full: {
        concurrency: 8,
        failsWithImages: true,
        processImage: (image) => writer.writeOrVerify(image),
        saveResults: (images, results) => writer.saveResults(images, results, 'full'),
        complete: (run) => manifests.write(run),
      },
      drill: { ...IMAGE_BY_IMAGE, processImage: (image) => this.drill(image) },
      restore: { ...IMAGE_BY_IMAGE, processImage: (image) => this.restore(image) },
      health: {
        ...IMAGE_BY_IMAGE,
        failsWithImages: false,
        processImage: (image) => this.check(image),
      },
    };
  }

  /**
   * Restores an image from its backup alone into a scratch prefix, reads it from there, and compares it with the
   * checksum of the original master.
   */
  private async drill(image: ImageRecord): Promise<ImageResult> {
    if (!hasFiles(image)) return { error: 'notConverted' };
    const { master } = image.files;
    const backup = await this.readBackup(image, master);
    if ('error' in backup) return this.writer.saveResult(image, backup);
    // What a killed worker leaves there, the sweeper removes.
    const key = `${DRILL_PREFIX}${randomUUID()}`;
    await this.store.put(key, backup.bytes, master.contentType);
    const isValid = await this.isValid({ ...master, key });
    await this.store.remove([key]);
    return isValid ? { repaired: false } : { error: 'restoreDiffers' };
  }

  /** Replaces a missing or wrong master by its backup. A valid master stays. */
  private async restore(image: ImageRecord): Promise<ImageResult> {
    if (!hasFiles(image)) return { error: 'notConverted' };
    const { files } = image;
    const master = await this.readMaster(files.master);
    if ('bytes' in master) return { repaired: await this.ensureRenditions(image, master.bytes) };
    const backup = await this.readBackup(image, files.master);
    if ('error' in backup) return this.writer.saveResult(image, backup);
    await this.putMaster(files, backup.bytes);
    await this.ensureRenditions(image, backup.bytes);
    await this.backups.markRestored(image._id, new Date());
    return { repaired: true };
  }

  /**
   * Repairs the wrong copy from the right one, and the sizes from the master. Converts images of an old kind, whose
   * bytes are in the database.
   */
  private async check(image: ImageRecord): Promise<ImageResult> {
    if (hasFiles(image)) return this.repair(image);
    const made = await this.encodeLegacy(image);
    if ('error' in made) return made;
    const ready = await storeRenditions(this.store, made);
    // False if another worker was first, or the image was purged.
    if (!(await this.images.setFiles(image._id, ready))) await removeFiles(this.store, ready.files);
    const converted = await this.images.findReady(image._id);
    if (!converted || !hasFiles(converted)) return null;
    const result = await this.repair(converted);
    return result && 'repaired' in result ? { repaired: true } : result;
  }

  private async repair(image: ImageWithFiles): Promise<ImageResult> {
    const { master: expected } = image.files;
    const master = await this.readMaster(expected);
    const backup = await this.readBackup(image, expected);
    const valid = [master, backup].filter((copy) => 'bytes' in copy);
    const bytes = valid[0]?.bytes ?? (await this.matchingLegacy(image));
    if ('error' in master && bytes) await this.putMaster(image.files, bytes);
    // If no copy is valid, it stores that there is no backup.
    const kept = await this.writer.ensureBackup(image);
    if (!bytes) return kept && { error: 'noRightCopy' };
    if (!kept || 'error' in kept) return kept;
    const areRenditionsNew = await this.ensureRenditions(image, bytes);
    await this.images.removeLegacyData(image._id);
    return { repaired: valid.length < 2 || areRenditionsNew };
  }

  /** The inline bytes, if they give the very master that was stored: they have no checksum of their own. */
  private async matchingLegacy({ files, ...image }: ImageWithFiles): Promise<Buffer | null> {
    const made = await this.encodeLegacy(image);
    if ('error' in made) return null;
    return isSame(toDigest(made.master.bytes), files.master) ? made.master.bytes : null;
  }

  /** Re-encodes the bytes in a record, or returns why that is impossible. */
  private async encodeLegacy({
    _id,
  }: ImageRecord): Promise<Renditions | { error: ImageErrorCode }> {
    const data = await this.images.findLegacyData(_id);
    if (!data) return { error: 'noRightCopy' };
    try {
      return await this.pictures.process(Buffer.from(data.replace(DATA_URL, ''), 'base64'));
    } catch (error) {
      if (rejectionCode(error)) return { error: 'undecodable' };
      throw error;
    }
  }

  private async readMaster(file: StoredFile): Promise<CopyResult> {
    try {
      const bytes = await this.store.read(file.key);
      return isSame(toDigest(bytes), file) ? { bytes } : { error: 'masterCorrupt' };
    } catch (error) {
      if (error instanceof ObjectNotFoundError) return { error: 'masterMissing' };
      throw error;
    }
  }

  private async readBackup(image: ImageRecord, expected: Digest): Promise<CopyResult> {
    // An unreadable file counts as a wrong one.
    const read = this.files.read(this.files.getPath(image, expected));
    const bytes = await read.catch(() => Buffer.alloc(0));
    if (!bytes) return { error: 'backupMissing' };
    return isSame(toDigest(bytes), expected) ? { bytes } : { error: 'backupCorrupt' };
  }

  private async isValid(file: StoredFile): Promise<boolean> {
    return 'bytes' in (await this.readMaster(file));
  }

  /** Stores the master, and reads it back. */
  private async putMaster({ master }: StoredFiles, bytes: Buffer): Promise<void> {
    await this.store.put(master.key, bytes, master.contentType);
    if (!(await this.isValid(master))) throw new Error('checksum mismatch after upload');
  }

  /** Encodes missing or wrong sizes again. Returns whether there were any. */
  private async ensureRenditions(image: ImageWithFiles, master: Buffer): Promise<boolean> {
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
