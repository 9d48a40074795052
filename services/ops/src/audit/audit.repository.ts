import {
  batchCalls,
  CollectionRepository,
  isDuplicateKey,
  isTransientError,
  retryOnConflict,
} from '@ctdb/chassis';
import { DomainError, type FieldChange, type Requests } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter } from 'mongoose';
import { chainEntries, type ChainedEntry, type ChainEnd } from './audit-chain.js';
import { AuditDaysRepository } from './audit-days.repository.js';
import { ACCOUNT_ERASED, auditIndexes, AuditRecord, ERASED } from './audit.record.js';

/** As many as events are handled at once. */
const MAX_BATCH_SIZE = 64;
/** An entry may have some hundred kilobytes. */
const READ_BATCH_SIZE = 100;

type Wanted = Requests['listAudit'];

/** All given parts must match. `from` is included, `to` is not. */
const toFilter = ({ kind, actor, source, from, to }: Wanted): QueryFilter<AuditRecord> => ({
  ...(kind !== undefined && { kind: { $eq: kind } }),
  ...(actor !== undefined && { 'actor.name': { $eq: actor } }),
  ...(source !== undefined && {
    $or: [{ 'source.address': { $eq: source } }, { 'source.account': { $eq: source } }],
  }),
  ...((from ?? to) && {
    at: { ...(from && { $gte: new Date(from) }), ...(to && { $lt: new Date(to) }) },
  }),
});

/** The partial index has only these; MongoDB uses it for filters that repeat its condition. */
const inChain = { $exists: true } as const;

const isChained = (entry: AuditRecord): entry is ChainedEntry => entry.sequence !== undefined;

/**
 * The collection `audit`. An entry is stored as the next one of the hash chain; no code changes or
 * removes one. A unique index gives each place to one entry, whatever other replicas append.
 */
@Injectable()
export class AuditRepository extends CollectionRepository<AuditRecord> {
  private readonly addInBatch = batchCalls(async (entries: AuditRecord[]) => {
    try {
      await this.append(entries);
      return new Map<number, Error>();
    } catch (error) {
      const concernsAll = isTransientError(error) || error instanceof DomainError;
      if (concernsAll || entries.length === 1) throw error;
      return this.appendEach(entries);
    }
  }, MAX_BATCH_SIZE);
  /** The end of the chain as this process left it. */
  private lastEnd: ChainEnd | undefined;

  constructor(
    @InjectModel(AuditRecord.name) model: Model<AuditRecord>,
    private readonly days: AuditDaysRepository,
  ) {
    super(model, auditIndexes);
  }

  /** Adds an entry; one of the same event stays as it is. Concurrent calls share one write. */
  async add(entry: AuditRecord): Promise<void> {
    await new this.model(entry).validate();
    // The digest is made of what the database returns: JSON, without undefined.
    const changes = JSON.parse(JSON.stringify(entry.changes)) as FieldChange[];
    await this.addInBatch({ ...entry, changes });
  }

  /** Matching entries, newest first, and how many there are. */
  async page(wanted: Wanted): Promise<{ items: AuditRecord[]; total: number }> {
    const { page, limit } = wanted;
    const filter = toFilter(wanted);
    const [items, total] = await Promise.all([
      this.findMany(filter, { sort: { at: -1, _id: -1 }, skip: (page - 1) * limit, limit }),
      this.model.countDocuments(filter),
    ]);
    return { items, total };
  }

  /**
   * The end of the chain. If its last entries were deleted, it is the one noted beside them: new entries
   * leave the gap.
   */
  async findEnd(): Promise<ChainEnd | null> {
    const [noted, entry] = await Promise.all([
      this.days.findEnd(),
      this.findOne({ sequence: inChain }, { sort: { sequence: -1 } }),
    ]);
    return entry && isChained(entry) && entry.sequence >= (noted?.sequence ?? 0) ? entry : noted;
  }

  /** Entries of the chain from place `sequence` on, in order; some in memory at a time. */
  chainFrom(sequence: number, limit: number): AsyncIterable<ChainedEntry> {
    return this.model
      .find({ sequence: { ...inChain, $gte: sequence } })
      .sort({ sequence: 1 })
      .limit(limit)
      .lean<ChainedEntry[]>()
      .cursor({ batchSize: READ_BATCH_SIZE }) as unknown as AsyncIterable<ChainedEntry>;
  }

  /** The hashes of the entries at some places. */
  async findHashes(sequences: readonly number[]): Promise<Map<number, string>> {
    const found = await this.findMany(
      { sequence: { ...inChain, $in: sequences } },
      { projection: { sequence: 1, hash: 1 } },
    );
    return new Map(found.filter(isChained).map(({ sequence, hash }) => [sequence, hash]));
  }

  /** What purged diseases were called last. */
  async findLastLabels(diseaseIds: readonly string[]): Promise<Map<string, string>> {
    if (diseaseIds.length === 0) return new Map();
    const found = await this.findMany(
      { objectId: { $in: diseaseIds }, kind: 'disease', label: { $exists: true } },
      { projection: { objectId: 1, label: 1 }, sort: { at: 1 } },
    );
    return new Map(found.map(({ objectId = '', label = '' }) => [objectId, label]));
  }

  /** Entries from before the chain, counted one by one: FerretDB's estimate of all may be far off. */
  countUnchained(): Promise<number> {
    return this.model.countDocuments({ sequence: { $exists: false } }).exec();
  }

  /**
   * The entries of the chain that say who erased the details of entries, by the ids of these, or of all
   * entries about an account, by its id.
   */
  async findErasures(ids: readonly string[]): Promise<Map<string, AuditRecord>> {
    if (ids.length === 0) return new Map();
    const found = await this.findMany({
      $or: [
        { kind: 'audit', action: ERASED },
        { kind: 'account', action: ACCOUNT_ERASED },
      ],
      objectId: { $in: ids },
      sequence: inChain,
    });
    return new Map(found.map((entry) => [entry.objectId ?? '', entry]));
  }

  find(_id: string): Promise<AuditRecord | null> {
    return this.findOne({ _id });
  }

  /** Erases the details of entries but for the changes `kept`; their places in the chain stay. */
  async eraseDetails(
    filter: QueryFilter<AuditRecord>,
    kept: FieldChange[],
    erasedAt: Date,
  ): Promise<void> {
    await this.updateMany(
      { ...filter, erasedAt: { $exists: false } },
      { $unset: { label: 1, salt: 1, source: 1 }, $set: { changes: kept, erasedAt } },
    );
  }

  /** Another replica that was faster, or an event that is stored already, makes it begin again. */
  private async append(batch: readonly AuditRecord[]): Promise<void> {
    const entries = new Map(batch.map((entry) => [entry._id, entry]));
    const appended = await retryOnConflict(async () => {
      const known = this.lastEnd;
      this.lastEnd = undefined;
      // The optimistic case: no other replica appends, and no event is repeated.
      const end = known ?? (await this.findEnd());
      const ids = [...entries.keys()];
      const stored = known
        ? []
        : await this.findMany({ _id: { $in: ids } }, { sort: { sequence: 1 } });
      const isStored = new Set(stored.map(({ _id }) => _id));
      const missing = [...entries.values()].filter(({ _id }) => !isStored.has(_id));
      const chained = chainEntries(end, missing, new Date().toISOString().slice(0, 10));
      const [first] = chained;
      if (first && first.day !== end?.day) await this.days.addDay(first.day, end);
      try {
        if (first) await this.insertInOrder(chained);
      } catch (error) {
        if (isDuplicateKey(error)) return null;
        throw error;
      }
      this.lastEnd = chained.at(-1) ?? end ?? undefined;
      return [...stored.filter(isChained), ...chained];
    });
    // Acknowledged only when they are noted beside the chain, also those of a process that was killed.
    const ends = new Map(appended.map((entry) => [entry.day, entry]));
    await Promise.all([...ends.values()].map((end) => this.days.advance(end)));
  }

  /** One by one, so that an entry that the database refuses does not keep out the others. */
  private async appendEach(entries: readonly AuditRecord[]): Promise<Map<number, Error>> {
    const failures = new Map<number, Error>();
    for (const [index, entry] of entries.entries()) {
      try {
        await this.append([entry]);
      } catch (error) {
        failures.set(index, error instanceof Error ? error : new Error(String(error)));
      }
    }
    return failures;
  }
}
