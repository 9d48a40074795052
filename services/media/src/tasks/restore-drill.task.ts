import { randomUUID } from 'node:crypto';
import { ObjectStore } from '@ctdb/chassis/storage';
import { Injectable } from '@nestjs/common';
import { BackupWriter } from '../backups/backup-writer.js';
import type { ImageRecord } from '../images/image.schema.js';
import type { ImageResult, RunHandler } from '../runs/run-handler.js';
import type { RunRecord } from '../runs/run.schema.js';
import { DRILL_PREFIX } from '../storage/object-keys.js';
import { ImageCopies } from './image-copies.js';
import { hasFiles } from './image-objects.js';

const BATCH = 500;

/**
 * The drill: every image is restored as if there were nothing but its backup, into a place of its own,
 * read from there, and compared with what its master was when it was stored.
 */
@Injectable()
export class RestoreDrillTask implements RunHandler {
  readonly type = 'drill';
  readonly concurrency = 3;
  readonly failsWithImages = true;

  constructor(
    private readonly copies: ImageCopies,
    private readonly store: ObjectStore,
    private readonly writer: BackupWriter,
  ) {}

  async processImage(image: ImageRecord, run: RunRecord): Promise<ImageResult> {
    if (!hasFiles(image)) return { fault: 'notConverted' };
    const { master } = image.files;
    const backup = await this.copies.backup(image, master);
    if ('fault' in backup) return this.writer.markInvalid(image, backup);
    const key = `${placeOf(run)}${randomUUID()}`;
    await this.store.put(key, backup.bytes, master.contentType);
    const isValid = await this.copies.isValid({ ...master, key });
    await this.store.remove([key]);
    return isValid ? { repaired: false } : { fault: 'restoreDiffers' };
  }

  /** Removes what workers that died have left there. */
  async cleanUp(run: RunRecord): Promise<void> {
    const keys: string[] = [];
    for await (const { key } of this.store.list(placeOf(run))) {
      keys.push(key);
      if (keys.length === BATCH) await this.store.remove(keys.splice(0));
    }
    await this.store.remove(keys);
  }
}

const placeOf = ({ _id }: RunRecord): string => `${DRILL_PREFIX}${_id.toHexString()}/`;
