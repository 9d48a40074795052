import { AppLogger, repeat, type Repeated } from '@ctdb/chassis';
import { ObjectStore } from '@ctdb/chassis/storage';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Types } from 'mongoose';
import { BackupFiles } from '../backups/backup-files.js';
import { ImageEvents } from '../images/image-events.js';
import type { ImageRecord } from '../images/image.schema.js';
import { stagingKey } from '../uploads/staging-key.js';
import { purgeHorizon } from './horizon.js';
import { LostWords } from './lost-words.js';
import { TrashRepository } from './trash.repository.js';

const RHYTHM = { first: 45_000, every: 600_000 };
const BATCH = 100;
/**
 * The catalog says when a disease is gone for good. Where its word does not come it is asked: later
 * than a disease may lie in the trash by so much that no word can be on its way any more; milliseconds.
 */
const WITHOUT_WORD_MS = 7 * 86_400_000;

/**
 * Empties the trash. An image goes in two steps: first the event is stored in it, and only when that
 * is published, its objects, its backups and at last its record are removed; the next turn does what
 * this one could not.
 */
@Injectable()
export class PurgeService implements OnApplicationBootstrap, OnModuleDestroy {
  private job: Repeated | undefined;

  constructor(
    private readonly trash: TrashRepository,
    private readonly lostWords: LostWords,
    private readonly store: ObjectStore,
    private readonly backups: BackupFiles,
    private readonly events: ImageEvents,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.job = repeat('emptying the trash', RHYTHM, this.logger, () => this.run());
  }

  async onModuleDestroy(): Promise<void> {
    await this.job?.stop();
  }

  /** One turn; safe in several processes at once. */
  async run(now = new Date()): Promise<void> {
    const horizon = purgeHorizon(now);
    await this.finishAll();
    await this.lostWords.make(new Date(horizon.getTime() - WITHOUT_WORD_MS));
    for (;;) {
      const due = await this.trash.due(horizon, BATCH);
      if (due.length === 0) break;
      for (const each of due) {
        const entry = this.events.moved('purged', each);
        await this.trash.begin(each._id, horizon, entry, now);
      }
      this.events.announce();
    }
  }

  private async finishAll(): Promise<void> {
    let last: Types.ObjectId | undefined;
    let images = 0;
    for (;;) {
      const begun = await this.trash.begun(last, BATCH);
      for (const each of begun) await this.remove(each);
      images += begun.length;
      last = begun.at(-1)?._id;
      if (!last) break;
    }
    if (images > 0) this.logger.info('the trash was emptied', { images });
  }

  private async remove(record: ImageRecord): Promise<void> {
    const { files, state, uploadId } = record;
    const keys = files ? Object.values(files).map(({ key }) => key) : [];
    // The record goes last: as long as anything of the image is left, it can be found.
    await this.store.remove(state === 'ready' ? keys : [...keys, stagingKey(uploadId)]);
    await this.backups.remove(record);
    await this.trash.remove(record._id);
  }
}
