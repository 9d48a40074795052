import { AppLogger, repeat, type Repeated } from '@ctdb/chassis';
import { ObjectStore, type ListedObject } from '@ctdb/chassis/storage';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DRILL_PREFIX, STAGING_PREFIX, uploadIdOfKey } from '../storage/object-keys.js';
import { OrphanSweeper } from './orphan-sweeper.js';
import { UploadsRepository } from './uploads.repository.js';

const MINUTE = 60_000;
const RHYTHM = { first: MINUTE, every: 15 * MINUTE };
/** An upload must be finished within this; longer than its address is good for. */
const STAGED_MS = 15 * MINUTE;
/** Refusals are remembered for whoever asks again. */
const REFUSED_MS = 24 * 60 * MINUTE;
/** What a drill stored so long ago belongs to nobody: no worker takes so long. */
const DRILLED_MS = 60 * MINUTE;
const BATCH = 300;

/** Removes what uploads and drills that came to nothing have left behind: records, bytes, orphans. */
@Injectable()
export class UploadSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private job: Repeated | undefined;

  constructor(
    private readonly uploads: UploadsRepository,
    private readonly store: ObjectStore,
    private readonly orphaned: OrphanSweeper,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.job = repeat('sweeping up', RHYTHM, this.logger, () => this.run());
  }

  async onModuleDestroy(): Promise<void> {
    await this.job?.stop();
  }

  /** One turn; safe in several processes at once. */
  async run(now = new Date()): Promise<void> {
    const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
    const records =
      (await this.uploads.forget('staged', before(STAGED_MS))) +
      (await this.uploads.forget('refused', before(REFUSED_MS)));
    const staged = await this.sweep(STAGING_PREFIX, before(STAGED_MS), async (batch) => {
      const needed = await this.uploads.needingBytes(batch.map(({ key }) => uploadIdOfKey(key)));
      return batch.filter(({ key }) => !needed.has(uploadIdOfKey(key)));
    });
    const orphans = await this.orphaned.run(now);
    // A drill reads at once what it stores; its own tidying does not come where every worker died.
    const drilled = await this.sweep(DRILL_PREFIX, before(DRILLED_MS), (batch) =>
      Promise.resolve(batch),
    );
    if (records + staged + orphans + drilled > 0)
      this.logger.info('swept up', { records, staged, orphans, drilled });
  }

  private async sweep(
    prefix: string,
    moment: Date,
    unwanted: (batch: ListedObject[]) => Promise<ListedObject[]>,
  ): Promise<number> {
    let removed = 0;
    let batch: ListedObject[] = [];
    const empty = async () => {
      const keys = (await unwanted(batch)).map(({ key }) => key);
      await this.store.remove(keys);
      removed += keys.length;
      batch = [];
    };
    for await (const object of this.store.list(prefix)) {
      if (object.modifiedAt < moment) batch.push(object);
      if (batch.length === BATCH) await empty();
    }
    if (batch.length > 0) await empty();
    return removed;
  }
}
