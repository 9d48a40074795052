import { AppLogger } from '@ctdb/chassis';
import { ObjectStore, type ListedObject } from '@ctdb/chassis/storage';
import { Injectable } from '@nestjs/common';
import { kindNames } from '../processing/kind.js';
import { isPlausible } from './plausible.js';
import { IMAGES } from './staging-key.js';
import { UploadsRepository } from './uploads.repository.js';

/** As long as the trash: time to notice that the database is not the one that belongs to the bucket. */
const ORPHAN_MS = 30 * 86_400_000;
const BATCH = 300;
/** More wait for the next turn, so that the memory does not grow with them. */
const MOST_AT_ONCE = 10 * BATCH;

const extensions = Object.values(kindNames).map(({ extension }) => extension);

/** The names under which the image of an object may be served. */
const namesOf = ({ key }: ListedObject): string[] => {
  const name = key.slice(IMAGES.length).split('/')[0] ?? '';
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
    if (!isPlausible({ orphans, objects, hasImages })) {
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
    const judge = async () => {
      const named = await this.uploads.keysOf([...new Set(batch.flatMap(namesOf))]);
      const nameless = batch.filter(({ key }) => !named.has(key));
      orphans += nameless.length;
      const room = MOST_AT_ONCE - keys.length;
      keys.push(...nameless.slice(0, room).map(({ key }) => key));
      batch = [];
    };
    for await (const object of this.store.list(IMAGES)) {
      objects += 1;
      if (object.modifiedAt < moment) batch.push(object);
      if (batch.length === BATCH) await judge();
    }
    if (batch.length > 0) await judge();
    return { keys, orphans, objects };
  }
}
