import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ObjectStore } from '@ctdb/chassis/storage';
import { BackupManifests } from '../backups/backup-manifests.js';
import { BackupWriter } from '../backups/backup-writer.js';
import { BackupsRepository } from '../backups/backups.repository.js';
import { hasFiles, type ImageRecord } from '../images/image.record.js';
import type { ImageResult, RunHandler } from '../runs/run-handler.js';
import type { RunRecord } from '../runs/run.record.js';
import { ImageCopies } from './image-copies.js';
import { DRILL_PREFIX } from '../storage/bucket.js';

/** Full backup: afterwards every image has a valid backup, or is listed as failed. */
@Injectable()
export class FullBackupHandler implements RunHandler {
  readonly type = 'full';
  readonly concurrency = 8;
  readonly failsWithImages = true;

  constructor(
    private readonly writer: BackupWriter,
    private readonly manifests: BackupManifests,
  ) {}

  processImage(image: ImageRecord): Promise<ImageResult> {
    return this.writer.writeOrVerify(image);
  }

  saveResults(images: readonly ImageRecord[], results: readonly ImageResult[]) {
    return this.writer.saveResults(images, results, 'full');
  }

  complete(run: RunRecord): Promise<void> {
    return this.manifests.write(run);
  }
}

/**
 * Restore drill: restores every image from its backup alone into a scratch prefix, reads it from there,
 * and compares it with the checksum of the original master.
 */
@Injectable()
export class RestoreDrillHandler implements RunHandler {
  readonly type = 'drill';
  readonly concurrency = 3;
  readonly failsWithImages = true;

  constructor(
    private readonly copies: ImageCopies,
    private readonly store: ObjectStore,
    private readonly writer: BackupWriter,
  ) {}

  async processImage(image: ImageRecord): Promise<ImageResult> {
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
}

/** Restore: replaces a missing or wrong master by its backup. A valid master stays. */
@Injectable()
export class RestoreHandler implements RunHandler {
  readonly type = 'restore';
  readonly concurrency = 3;
  readonly failsWithImages = true;

  constructor(
    private readonly copies: ImageCopies,
    private readonly backups: BackupsRepository,
    private readonly writer: BackupWriter,
  ) {}

  async processImage(image: ImageRecord): Promise<ImageResult> {
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
