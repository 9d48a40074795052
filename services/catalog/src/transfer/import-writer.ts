import { ensureIndexes, MAX_RECENT_COMMANDS, retryOnDeadlock, STABLE_ORDER } from '@ctdb/chassis';
import { fold } from '@ctdb/contracts';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Collection, Model, Types } from 'mongoose';
import { ColorRecord } from '../records/color.record.js';
import type { DiseaseRecord } from '../records/disease.record.js';
import {
  ImportChanges,
  importChangesIndexes,
  type ImportChange,
} from '../records/import.record.js';
import { CatalogRepository, insertMissing } from '../records/models.js';
import type { StoredColorLook } from '../records/treatment.record.js';
import type { AddedColors } from './item-refusals.js';
import { recordKinds, type ChangedRecord, type RecordKind } from './stored-changes.js';

type Id = Types.ObjectId;

/** A change of a stored record, made only while it has the version `version`. */
export interface VersionedUpdate {
  id: Id;
  version: number;
  set: object;
}

const stateFields = { version: 1, deletedAt: 1, recentCommands: 1 } as const;
/** A record as a change leaves it. */
export type RecordState = Pick<DiseaseRecord, '_id' | keyof typeof stateFields>;

/** What a record must be when it is changed; `recentCommands` is one that it must have. */
export interface StateFilter {
  version: number;
  deletedAt: null | { $ne: null };
  recentCommands?: string;
}

const toUpdate = (set: object, command: string) => ({
  $set: set,
  $inc: { version: 1 },
  $push: { recentCommands: { $each: [command], $slice: -MAX_RECENT_COMMANDS } },
});

/**
 * Reads and writes diseases and treatments in large numbers, past the usual repositories: one event
 * tells of a whole import.
 */
@Injectable()
export class ImportWriter extends CatalogRepository implements OnModuleInit {
  @InjectModel(ColorRecord.name) private readonly colors!: Model<ColorRecord>;
  @InjectModel(ImportChanges.name) private readonly changes!: Model<ImportChanges>;

  async onModuleInit(): Promise<void> {
    await ensureIndexes(this.changes, importChangesIndexes);
  }

  /** Names and ids of all diseases that are not in the trash. */
  async *names(): AsyncGenerator<Pick<DiseaseRecord, '_id' | 'nameEn' | 'nameKn'>> {
    yield* this.diseases.collection.find<Pick<DiseaseRecord, '_id' | 'nameEn' | 'nameKn'>>(
      { deletedAt: null },
      { projection: { nameEn: 1, nameKn: 1 }, sort: STABLE_ORDER, batchSize: 1_000 },
    );
  }

  /** The colors that administrators have added. */
  async addedColors(): Promise<AddedColors> {
    const colors = await this.colors.find({ deletedAt: null }).lean<ColorRecord[]>().exec();
    const looks = new Map<string, StoredColorLook>();
    const ids = new Map<string, string>();
    for (const { _id, nameEn, nameKn, value } of colors) {
      const id = _id.toHexString();
      looks.set(id, { nameEn, nameKn, value });
      for (const name of [nameEn, nameKn]) ids.set(fold(name), id);
    }
    return { looks, ids };
  }

  /** The diseases of some ids, those in the trash too. */
  findDiseases(ids: readonly Id[]): Promise<DiseaseRecord[]> {
    const these = { _id: { $in: ids } };
    return this.diseases.find(these).lean<DiseaseRecord[]>().exec();
  }

  /** Of some records by their ids: version, recent commands, whether they are in the trash. */
  async findStates(records: readonly ChangedRecord[]): Promise<Map<string, RecordState>> {
    const find = (kind: RecordKind) => {
      const ids = records.filter((record) => record.kind === kind).map(({ id }) => id);
      return this.collection(kind)
        .find<RecordState>({ _id: { $in: ids } }, { projection: stateFields })
        .toArray();
    };
    const found = (await Promise.all(recordKinds.map(find))).flat();
    return new Map(found.map((state) => [state._id.toHexString(), state]));
  }

  /** Those of some diseases that have a note or a history entry, one in the trash too. */
  async findWithEntries(diseaseIds: readonly Id[]): Promise<Set<string>> {
    const found = await this.findDiseasesOf({ diseaseId: { $in: [...diseaseIds] } });
    return new Set(found.map(String));
  }

  /** Stores those records that are not there yet. */
  async insert(kind: RecordKind, records: readonly object[]): Promise<void> {
    await insertMissing(this[kind], records);
  }

  /** Makes those changes whose record still has the version that they were decided on. */
  async update(kind: RecordKind, updates: readonly VersionedUpdate[], command: string) {
    if (updates.length === 0) return;
    const writes = updates.map(({ id, version, set }) => ({
      updateOne: { filter: { _id: id, version }, update: toUpdate(set, command) },
    }));
    await retryOnDeadlock(() => this.collection(kind).bulkWrite(writes, { ordered: false }));
  }

  /** The same change of those diseases of some ids that still have a state. */
  async updateAll(ids: readonly Id[], state: StateFilter, set: object, command: string) {
    if (ids.length === 0) return;
    const filter = { ...state, _id: { $in: [...ids] } };
    await retryOnDeadlock(() =>
      this.collection('diseases').updateMany(filter, toUpdate(set, command)),
    );
  }

  /** Deletes those of some records that still have a state. */
  async delete(kind: RecordKind, ids: readonly Id[], state: StateFilter): Promise<void> {
    if (ids.length === 0) return;
    const filter = { ...state, _id: { $in: [...ids] } };
    await retryOnDeadlock(() => this.collection(kind).deleteMany(filter));
  }

  /** Stores what is about to be changed. */
  async insertChanges(parts: readonly ImportChanges[]): Promise<void> {
    await insertMissing(this.changes, parts);
  }

  /** The stored changes that begin at a place of the file. */
  async findChangesAt(importId: Id, offset: number): Promise<ImportChange[]> {
    const parts = await this.changes.find({ importId, offset }).lean<ImportChanges[]>().exec();
    return parts.flatMap(({ changes }) => changes);
  }

  /** The stored changes of an import, in their order, after the first `skipped` parts. */
  async *changesOf(importId: Id, skipped: number): AsyncGenerator<ImportChanges> {
    yield* this.changes.collection.find<ImportChanges>(
      { importId },
      { sort: { offset: 1, _id: 1 }, skip: skipped, batchSize: 4 },
    );
  }

  countChanges(importId: Id): Promise<number> {
    return this.changes.countDocuments({ importId }).exec();
  }

  private collection(kind: RecordKind): Collection<RecordState> {
    return this[kind].collection as unknown as Collection<RecordState>;
  }
}
