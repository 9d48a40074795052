import { randomUUID } from 'node:crypto';
import { ObjectStore } from '@ctdb/chassis/storage';
import { Injectable } from '@nestjs/common';
import { BackupManifests } from '../backups/backup-manifests.js';
import { BackupWriter } from '../backups/backup-writer.js';
import { BackupsRepository } from '../backups/backups.repository.js';
import { hasFiles, type ImageRecord } from '../images/image.record.js';
import type { ImageResult, RunRecord, RunType } from '../runs/run.record.js';
import { DRILL_PREFIX } from '../storage/bucket.js';
import { ImageCheck } from './image-check.js';
import { ImageCopies } from './image-copies.js';

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

/** The handlers of all types of runs. */
@Injectable()
export class RunHandlers {
  readonly byType: Partial<Record<RunType, RunHandler>>;

  constructor(
    private readonly copies: ImageCopies,
    private readonly store: ObjectStore,
    private readonly backups: BackupsRepository,
    private readonly writer: BackupWriter,
    manifests: BackupManifests,
    check: ImageCheck,
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
      drill: {
        concurrency: 3,
        failsWithImages: true,
        processImage: (image) => this.drill(image),
      },
      restore: {
        concurrency: 3,
        failsWithImages: true,
        processImage: (image) => this.restore(image),
      },
      health: {
        concurrency: 3,
        failsWithImages: false,
        processImage: (image) => check.processImage(image),
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
    const backup = await this.copies.backup(image, master);
    if ('error' in backup) return this.writer.saveResult(image, backup);
    // What a killed worker leaves there, the sweeper removes.
    const key = `${DRILL_PREFIX}${randomUUID()}`;
    await this.store.put(key, backup.bytes, master.contentType);
    const isValid = await this.copies.isValid({ ...master, key });
    await this.store.remove([key]);
    return isValid ? { repaired: false } : { error: 'restoreDiffers' };
  }

  /** Replaces a missing or wrong master by its backup. A valid master stays. */
  private async restore(image: ImageRecord): Promise<ImageResult> {
    if (!hasFiles(image)) return { error: 'notConverted' };
    const { files } = image;
    const master = await this.copies.master(files.master);
    if ('bytes' in master)
      return { repaired: await this.copies.ensureRenditions(image, master.bytes) };
    const backup = await this.copies.backup(image, files.master);
    if ('error' in backup) return this.writer.saveResult(image, backup);
    await this.copies.putMaster(files, backup.bytes);
    await this.copies.ensureRenditions(image, backup.bytes);
    await this.backups.markRestored(image._id, new Date());
    return { repaired: true };
  }
}
