import { AppLogger } from '@ctdb/chassis';
import { ObjectStore, type ListedObject } from '@ctdb/chassis/storage';
import { Injectable } from '@nestjs/common';
import { formatInfo } from '../pictures/image-format.js';
import { IMAGES_PREFIX, toBatches } from '../storage/bucket.js';
import { UploadsRepository } from './uploads.repository.js';

/** The objects of images in the bucket. */
export interface OrphanScan {
  /** Old objects that no record names. */
  orphans: number;
  objects: number;
  hasImages: boolean;
}

/** Killed workers leave some behind. */
const MAX_ORPHANS = 20;
const MAX_ORPHAN_SHARE = 0.01;

/** More orphans than this mean that the database does not belong to the bucket. */
export const isSafeToDelete = ({ orphans, objects, hasImages }: OrphanScan): boolean =>
  hasImages && (orphans <= MAX_ORPHANS || orphans <= objects * MAX_ORPHAN_SHARE);

/** As long as the trash: time to notice that the database does not belong to the bucket. */
const ORPHAN_RETENTION_MS = 30 * 86_400_000;
const BATCH_SIZE = 300;
/** The rest waits for the next run, so that memory does not grow. */
const MAX_DELETIONS = 10 * BATCH_SIZE;

const extensions = Object.values(formatInfo).map(({ extension }) => extension);

/** The names that the image of an object may be served by. */
const toFilenames = ({ key }: ListedObject): string[] => {
  const name = key.slice(IMAGES_PREFIX.length).split('/')[0] ?? '';
  return extensions.map((extension) => `${name}.${extension}`);
};

/**
 * Removes objects of images that no record names. With a wrong database those would be the masters:
 * if there are too many, it removes none and logs an error.
 */
@Injectable()
export class OrphanSweeper {
  constructor(
    private readonly uploads: UploadsRepository,
    private readonly store: ObjectStore,
    private readonly logger: AppLogger,
  ) {}

  /** Returns how many objects were removed. */
  async run(now: Date): Promise<number> {
    const found = await this.find(new Date(now.getTime() - ORPHAN_RETENTION_MS));
    const { keys, orphans, objects } = found;
    if (orphans === 0) return 0;
    const hasImages = await this.uploads.hasImages();
    if (!isSafeToDelete({ orphans, objects, hasImages })) {
      this.logger.error(
        'too many orphaned objects, nothing deleted: check that this is the right database',
        { orphans, objects },
      );
      return 0;
    }
    for (let at = 0; at < keys.length; at += BATCH_SIZE)
      await this.store.remove(keys.slice(at, at + BATCH_SIZE));
    return keys.length;
  }

  /** Counts all objects, and those older than `moment` that no record names. */
  private async find(moment: Date): Promise<{ keys: string[]; orphans: number; objects: number }> {
    const keys: string[] = [];
    let orphans = 0;
    let objects = 0;
    for await (const batch of toBatches(this.store.list(IMAGES_PREFIX), BATCH_SIZE)) {
      objects += batch.length;
      const old = batch.filter(({ modifiedAt }) => modifiedAt < moment);
      const named = await this.uploads.findObjectKeys([...new Set(old.flatMap(toFilenames))]);
      const nameless = old.filter(({ key }) => !named.has(key));
      orphans += nameless.length;
      keys.push(...nameless.slice(0, MAX_DELETIONS - keys.length).map(({ key }) => key));
    }
    return { keys, orphans, objects };
  }
}
