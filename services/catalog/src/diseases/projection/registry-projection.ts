import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { AppLogger, coalesceCalls, toObjectId } from '@ctdb/chassis';
import type {
  Category,
  Disease,
  DiseaseFilters,
  RegistryTags,
  Replies,
  Requests,
} from '@ctdb/contracts';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Types } from 'mongoose';
import type { ChangedIds, ChangeRecord } from '../../records/change.record.js';
import { RegistryIndex } from '../search/registry-index.js';
import {
  ChangesRepository,
  type ChangeState,
  PAGE_LENGTH,
  versionKey,
} from './changes.repository.js';
import { FacetProjection, facetsOfRequest } from './facet-projection.js';
import {
  RegistrySourceRepository,
  type VersionOfDisease,
  type VersionOfTreatment,
} from './registry-source.repository.js';

/**
 * How far back a catch-up looks beyond the last one, in milliseconds: longer than any write can
 * hang between taking its time and being stored, and than clocks of replicas differ.
 */
const CATCH_UP_OVERLAP_MS = 120_000;
const CATCH_UP_INTERVAL_MS = 10_000;
/** Diseases that are read at once, and ids of one step of the log. */
const BATCH_SIZE = 1_000;
/** Up to so many changed diseases are taken over without pauses for other work. */
const SMALL_BATCH_SIZE = 100;

/** What {@link RegistryProjection.publish} announces. */
interface Published extends Partial<Pick<ChangedIds, 'diseases' | 'treatments'>> {
  /** Treatments, notes or history entries as they were stored. */
  written?: readonly VersionOfTreatment[];
}

/** Is called with the ids of diseases that changed, or of which the treatment, notes or history did. */
type ChangeListener = (diseaseIds: readonly string[] | 'all') => void;

/**
 * The registry in memory. Before every answer it reads the log of changes and takes over what changed
 * since, so that an acknowledged write shows in every replica's next answer.
 */
@Injectable()
export class RegistryProjection implements OnModuleDestroy {
  private index = new RegistryIndex<Disease>();
  private state: ChangeState | undefined;
  private syncedAt = 0;
  private readonly unpublished: Required<ChangedIds> = {
    diseases: [],
    treatments: [],
    written: [],
  };
  private readonly listeners: ChangeListener[] = [];
  /** Versions that a catch-up has found or a step has named, since the last one began or the one before. */
  private published = { now: new Set<string>(), before: new Set<string>() };
  private catchingUp: Promise<void> | undefined;

  /** Brings the memory up to date; callers share reads, see {@link coalesceCalls}. */
  readonly refresh = coalesceCalls(() => this.synchronise());
  /**
   * Finds what was stored but not published: by this process, because the database became
   * unreachable, or by another one, because it crashed.
   */
  readonly publishMissed = coalesceCalls(() => this.findMissed());
  private readonly appendUnpublished = coalesceCalls(() => this.append());

  constructor(
    private readonly source: RegistrySourceRepository,
    private readonly changes: ChangesRepository,
    private readonly facets: FacetProjection,
    private readonly logger: AppLogger,
  ) {}

  /** The number of diseases, and about how much memory they take. */
  get size(): { diseases: number; bytes: number } {
    return { diseases: this.index.size, bytes: this.index.byteLength };
  }

  /** One page, as the contract defines it. */
  async list(request: Requests['listDiseases']): Promise<Replies['listDiseases']> {
    await this.refresh();
    const { category, search, sort, page, limit, knownEtag } = request;
    const facets = facetsOfRequest(request);
    const { tag, registryTag } = this.current();
    // The first is the version of the answer's format. Facets are facts of treatments.
    const asked = [2, category, search, facets, sort, page, limit];
    const etag = listEtag(facets.length > 0 ? tag : registryTag, asked);
    if (knownEtag === etag) return { notModified: true, etag, total: 0, items: [] };
    if (facets.length > 0) await this.facets.refresh(this.index);
    const { index } = this;
    if (sort !== undefined) await index.prepareSort(sort);
    const offset = (page - 1) * limit;
    const rows = index.page({ category, search, facets, sort, offset, limit });
    return { notModified: false, etag, ...rows };
  }

  /** As the contract says. */
  async filters(request: Requests['getDiseaseFilters']): Promise<DiseaseFilters> {
    await this.refresh();
    await this.facets.refresh(this.index);
    return this.facets.count(this.index, request);
  }

  /** The disease; undefined where it is not there or deleted. */
  async get(id: string): Promise<Disease | undefined> {
    await this.refresh();
    return this.index.get(id);
  }

  /** How many diseases there are, of all and of each category, and which category each has. */
  async categories() {
    await this.refresh();
    const { index } = this;
    return {
      total: index.size,
      count: (category: Category) => index.page({ category, offset: 0, limit: 0 }).total,
      categoryOf: (id: string) => index.categoryOf(id),
    };
  }

  /** As the contract says. */
  async tags(): Promise<RegistryTags> {
    await this.refresh();
    const { tag, registryTag } = this.current();
    return { diseases: registryTag, all: tag };
  }

  /** Calls `listener` for every change that {@link refresh} finds, before it resolves. */
  onChange(listener: ChangeListener): void {
    this.listeners.push(listener);
  }

  /**
   * Announces to every replica that diseases, or treatments of diseases, changed. Call it after they
   * are stored. What cannot be published now is published by {@link publishMissed}.
   */
  async publish({ diseases = [], treatments = [], written = [] }: Published): Promise<void> {
    if (diseases.length + treatments.length + written.length === 0) return;
    this.unpublished.diseases.push(...diseases);
    this.unpublished.treatments.push(...treatments, ...written.map(({ diseaseId }) => diseaseId));
    this.unpublished.written.push(...written.map(versionKey));
    await this.appendUnpublished();
  }

  /** Runs {@link publishMissed} every ten seconds, and then reads facets for the requests to come. */
  @Interval(CATCH_UP_INTERVAL_MS)
  async catchUp(): Promise<void> {
    this.catchingUp ??= this.publishMissed()
      .then(() => this.facets.refreshIfUnchanged(this.index, this.current().tag))
      .catch((error: unknown) => this.logger.warn('registry catch-up failed', error))
      .finally(() => (this.catchingUp = undefined));
    await this.catchingUp;
  }

  /** Lets a run end while the database is still open. */
  async onModuleDestroy(): Promise<void> {
    await this.catchingUp;
  }

  /** See {@link publishMissed}. Two overlapping runs would forget what is published: each starts a new set. */
  private async findMissed(): Promise<void> {
    await this.appendUnpublished();
    await this.refresh();
    const since = new Date(this.syncedAt - CATCH_UP_OVERLAP_MS);
    for await (const changed of this.source.changedSince(since)) {
      if (!changed.some((each) => this.isMissed(each))) continue;
      // What an import has published since the last refresh is not missed.
      await this.refresh();
      const missed = changed.filter((each) => this.isMissed(each));
      await this.publish({ diseases: missed.map(({ _id }) => _id) });
    }
    this.published = { now: new Set(), before: this.published.now };
    for await (const changed of this.source.treatmentsChangedSince(since)) {
      if (!changed.every((each) => this.isPublished(each))) await this.refresh();
      await this.publish({ written: changed.filter((each) => !this.isPublished(each)) });
      for (const each of changed) this.published.now.add(versionKey(each));
    }
  }

  private isMissed({ _id, version, deletedAt }: VersionOfDisease): boolean {
    const known = this.index.get(_id.toHexString());
    return deletedAt ? known !== undefined : known?.version !== version;
  }

  private isPublished(version: VersionOfTreatment): boolean {
    const key = versionKey(version);
    return this.published.now.has(key) || this.published.before.has(key);
  }

  private current() {
    if (!this.state) throw new Error('the registry is not loaded');
    return this.state;
  }

  /** Adds what is unpublished to the log; what fails stays unpublished. */
  private async append(): Promise<void> {
    const { diseases, treatments, written } = this.unpublished;
    // Only the changes that wait now: the callers of this run must not wait for later ones.
    const steps = Math.ceil(Math.max(diseases.length, treatments.length) / BATCH_SIZE);
    for (let done = 0; done < steps; done += 1) {
      const step = {
        diseases: diseases.slice(0, BATCH_SIZE),
        treatments: treatments.slice(0, BATCH_SIZE),
        // A version counts as published: its disease must be named before.
        written: treatments.length <= BATCH_SIZE ? [...written] : [],
      };
      await this.changes.append(step);
      diseases.splice(0, step.diseases.length);
      treatments.splice(0, step.treatments.length);
      written.splice(0, step.written.length);
    }
  }

  private async synchronise(): Promise<void> {
    const startedAt = Date.now();
    while (this.state) {
      const { known, next } = await this.changes.peek(this.state._id);
      const missed = next ? await this.changes.after(this.state._id) : [];
      // Another step, or none: the log was lost, set back or cut.
      if (known?.tag !== this.state.tag || next?.tag !== missed[0]?.tag) this.state = undefined;
      else if (missed.length > 0) this.state = await this.apply(missed);
      // All steps that were there when it began are taken over: further ones can wait.
      if (missed.length < PAGE_LENGTH) break;
    }
    this.state ??= await this.load();
    this.syncedAt = startedAt;
  }

  /** Takes over changes; the last of them is the new state. */
  private async apply(changes: readonly ChangeRecord[]): Promise<ChangeRecord | undefined> {
    const diseases = uniqueIds(changes.flatMap((change) => change.diseases));
    for (let start = 0; start < diseases.length; start += BATCH_SIZE)
      await this.applyDiseases(diseases.slice(start, start + BATCH_SIZE));
    const touched = changes.map((change) => [...change.diseases, ...change.treatments]);
    for (const key of changes.flatMap(({ written = [] }) => written)) this.published.now.add(key);
    // A step without ids is a start, before which a migration may have changed anything.
    this.notify(touched.some((ids) => ids.length === 0) ? 'all' : uniqueIds(touched.flat()));
    return changes.at(-1);
  }

  private async applyDiseases(ids: readonly string[]): Promise<void> {
    const present = await this.source.findByIds(ids.map(toObjectId));
    const gone = new Set(ids);
    for (const { id } of present) gone.delete(id);
    for (const [at, id] of [...gone].entries()) {
      this.index.remove(id);
      if ((at + 1) % SMALL_BATCH_SIZE === 0) await setImmediate();
    }
    if (present.length > SMALL_BATCH_SIZE) await this.index.bulkLoad(present);
    else for (const disease of present) this.index.upsert(disease);
  }

  private notify(diseaseIds: readonly string[] | 'all'): void {
    if (diseaseIds.length === 0) return;
    this.facets.forget(diseaseIds, this.index);
    for (const listener of this.listeners) listener(diseaseIds);
  }

  private async load(): Promise<ChangeRecord> {
    const startedAt = Date.now();
    // A write that was stored but not published may be among what is loaded: its old ETag must go.
    const start = await this.changes.append({ diseases: [], treatments: [] });
    const index = new RegistryIndex<Disease>();
    for await (const batch of this.source.streamAll()) await index.bulkLoad(batch);
    this.index = index;
    this.notify('all');
    const milliseconds = Date.now() - startedAt;
    this.logger.info('the registry is loaded', { diseases: index.size, milliseconds });
    return start;
  }
}

/** Of nothing in this process, so that every replica gives the same one. */
const listEtag = (tag: string, asked: readonly unknown[]): string => {
  const hash = createHash('sha256').update(JSON.stringify(asked)).digest('base64url');
  return `${tag}.${hash.slice(0, 16)}`;
};

const uniqueIds = (ids: readonly Types.ObjectId[]): string[] => [
  ...new Set(ids.map((id) => id.toHexString())),
];
