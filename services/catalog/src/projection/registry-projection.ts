import { AppLogger, toObjectId } from '@ctdb/chassis';
import type { Category, Disease, ReplyOf, RequestOf, listDiseases } from '@ctdb/contracts';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Types } from 'mongoose';
import { RegistryIndex } from '../registry/registry-index.js';
import { etagMatches, listEtag, type Revision } from './etag.js';
import { RegistrySourceRepository } from './registry-source.repository.js';
import { RevisionsRepository, type RecentChanges } from './revisions.repository.js';

/**
 * How far back a catch-up looks beyond the last one, in milliseconds: longer than any write can
 * hang between taking its time and being stored, and than clocks of replicas differ.
 */
const CATCH_UP_OVERLAP_MS = 120_000;
const CATCH_UP_INTERVAL_MS = 10_000;

/**
 * Lets many callers share one run of `work`: a caller that asks before a run begins is
 * served by it, one that asks while it runs waits for the next run. Runs never overlap.
 */
export const coalesceCalls = (work: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const start = (): Promise<void> => {
    next = undefined;
    running = work().finally(() => (running = undefined));
    return running;
  };

  return () => {
    if (next) return next;
    // Callers of the same turn share a run even where none is running yet.
    next = (running ?? Promise.resolve()).then(start, start);
    return next;
  };
};

/** See {@link RegistryProjection.categories}. */
export interface RegistryCategories {
  total: number;
  count: (category: Category) => number;
  categoryOf: (id: string) => Category | undefined;
}

/**
 * The registry in memory. Before every answer it compares its revision with the database's and
 * takes over what changed since, so that an acknowledged write shows in every replica's next answer.
 */
@Injectable()
export class RegistryProjection implements OnModuleDestroy {
  private index = new RegistryIndex<Disease>();
  private state: Revision | undefined;
  private syncedAt = 0;
  private readonly unpublished = new Set<Types.ObjectId>();
  private catchingUp: Promise<void> | undefined;

  /** Brings the memory up to date; callers share reads, see {@link coalesceCalls}. */
  readonly refresh = coalesceCalls(() => this.synchronise());

  constructor(
    private readonly source: RegistrySourceRepository,
    private readonly revisions: RevisionsRepository,
    private readonly logger: AppLogger,
  ) {}

  /** One page, as the contract says. */
  async list(request: RequestOf<typeof listDiseases>): Promise<ReplyOf<typeof listDiseases>> {
    await this.refresh();
    const { category, search, page, limit, knownEtag } = request;
    const etag = listEtag(this.revision(), [category, search, page, limit]);
    if (etagMatches(knownEtag, etag)) return { notModified: true, etag, total: 0, items: [] };
    const rows = this.index.page({ category, search, offset: (page - 1) * limit, limit });
    return { notModified: false, etag, ...rows };
  }

  /** How many diseases there are, of all and of each category, and which category each has. */
  async categories(): Promise<RegistryCategories> {
    await this.refresh();
    const { index } = this;
    return {
      total: index.size,
      count: (category) => index.page({ category, offset: 0, limit: 0 }).total,
      categoryOf: (id) => index.get(id)?.category,
    };
  }

  /**
   * Announces to every replica that these diseases changed. Call it after they are stored. What cannot be
   * published now is published by {@link publishMissed}.
   */
  async publish(ids: readonly Types.ObjectId[]): Promise<void> {
    if (ids.length === 0) return;
    for (const id of ids) this.unpublished.add(id);
    await this.revisions.increment(ids);
    for (const id of ids) this.unpublished.delete(id);
  }

  /**
   * Publishes what was stored but not published: by this process, because the database went away
   * in between, or by another one, because it died in between.
   */
  async publishMissed(): Promise<void> {
    await this.publish([...this.unpublished]);
    await this.refresh();
    const since = new Date(this.syncedAt - CATCH_UP_OVERLAP_MS);
    const changed = await this.source.changedSince(since);
    const missed = changed.filter(({ _id, version, deletedAt }) =>
      deletedAt
        ? this.index.get(_id.toHexString()) !== undefined
        : this.index.get(_id.toHexString())?.version !== version,
    );
    await this.publish(missed.map(({ _id }) => _id));
  }

  /** Runs {@link publishMissed} every ten seconds. */
  @Interval(CATCH_UP_INTERVAL_MS)
  async catchUp(): Promise<void> {
    this.catchingUp ??= this.publishMissed()
      .catch((error: unknown) => this.logger.warn('registry catch-up failed', error))
      .finally(() => (this.catchingUp = undefined));
    await this.catchingUp;
  }

  /** Lets a run end while the database is still open. */
  async onModuleDestroy(): Promise<void> {
    await this.catchingUp;
  }

  private revision(): Revision {
    if (!this.state) throw new Error('the registry is not loaded');
    return this.state;
  }

  private async synchronise(): Promise<void> {
    const startedAt = Date.now();
    const current = await this.revisions.current();
    const { state } = this;
    if (!state || current?.epoch !== state.epoch || current.revision < state.revision)
      this.state = await this.load();
    else if (current.revision > state.revision) {
      await this.apply(await this.changedIds(state, current));
      this.state = { epoch: current.epoch, revision: current.revision };
    }
    this.syncedAt = startedAt;
  }

  private async changedIds(state: Revision, changes: RecentChanges): Promise<string[]> {
    const missed = changes.revision - state.revision;
    const ids =
      missed <= changes.recent.length
        ? changes.recent.slice(changes.recent.length - missed)
        : (await this.source.changedSince(new Date(this.syncedAt - CATCH_UP_OVERLAP_MS))).map(
            ({ _id }) => _id,
          );
    return [...new Set(ids.map((id) => id.toHexString()))];
  }

  private async apply(ids: readonly string[]): Promise<void> {
    const present = await this.source.findByIds(ids.map(toObjectId));
    const gone = new Set(ids);
    for (const disease of present) {
      gone.delete(disease.id);
      this.index.upsert(disease);
    }
    for (const id of gone) this.index.remove(id);
  }

  private async load(): Promise<Revision> {
    const startedAt = Date.now();
    // A write that was stored but not published may be among what is loaded: its old ETag must go.
    await this.revisions.increment();
    const revision = await this.revisions.current();
    if (!revision) throw new Error('revision document not found');
    const index = new RegistryIndex<Disease>();
    for await (const batch of this.source.streamAll()) await index.bulkLoad(batch);
    this.index = index;
    const milliseconds = Date.now() - startedAt;
    this.logger.info('the registry is loaded', { diseases: index.size, milliseconds });
    return { epoch: revision.epoch, revision: revision.revision };
  }
}
