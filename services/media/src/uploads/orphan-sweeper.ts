import { AppLogger } from '@ctdb/chassis';
import { ObjectStore, type ListedObject } from '@ctdb/chassis/storage';
import { Injectable } from '@nestjs/common';
import { formatInfo } from '../pictures/image-format.js';
import { IMAGES_PREFIX } from '../storage/object-keys.js';
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

/** As long as the trash: time to notice that the database is not the one that belongs to the bucket. */
const ORPHAN_MS = 30 * 86_400_000;
const BATCH = 300;
/** More wait for the next turn, so that the memory does not grow with them. */
const MOST_AT_ONCE = 10 * BATCH;

const extensions = Object.values(formatInfo).map(({ extension }) => extension);

/** The names under which the image of an object may be served. */
const namesOf = ({ key }: ListedObject): string[] => {
  const name = key.slice(IMAGES_PREFIX.length).split('/')[0] ?? '';
  return extensions.map((extension) => `${name}.${extension}`);
};

/**
 * Removes objects of images that no record names. With an older, an empty or another database those are
 * the masters themselves: where they are too many, all stay, and the log says so.
 */
@Injectable()
export class OrphanSweeper {
  constructor(
    private readonly uploads: UploadsRepository,
    private readonly store: ObjectStore,
    private readonly logger: AppLogger,
  ) {}

  /** One turn; how many it removed. */
  async run(now: Date): Promise<number> {
    const found = await this.find(new Date(now.getTime() - ORPHAN_MS));
    const { keys, orphans, objects } = found;
    if (orphans === 0) return 0;
    const hasImages = await this.uploads.hasImages();
    if (!isSafeToDelete({ orphans, objects, hasImages })) {
      this.logger.error('too many objects have no image: none is removed', { orphans, objects });
      return 0;
    }
    for (let at = 0; at < keys.length; at += BATCH)
      await this.store.remove(keys.slice(at, at + BATCH));
    return keys.length;
  }

  /** Counts all objects, and those older than `moment` that no record names. */
  private async find(moment: Date): Promise<{ keys: string[]; orphans: number; objects: number }> {
    const keys: string[] = [];
    let orphans = 0;
    let objects = 0;
    let batch: ListedObject[] = [];
    const flush = async () => {
      const named = await this.uploads.findObjectKeys([...new Set(batch.flatMap(namesOf))]);
      const nameless = batch.filter(({ key }) => !named.has(key));
      orphans += nameless.length;
      const room = MOST_AT_ONCE - keys.length;
      keys.push(...nameless.slice(0, room).map(({ key }) => key));
      batch = [];
    };
    for await (const object of this.store.list(IMAGES_PREFIX)) {
      objects += 1;
      if (object.modifiedAt < moment) batch.push(object);
      if (batch.length === BATCH) await flush();
    }
    if (batch.length > 0) await flush();
    return { keys, orphans, objects };
  }
}
