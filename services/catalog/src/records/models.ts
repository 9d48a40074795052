import { recordModels, retryOnDeadlock } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { mongo, type Model, type QueryFilter, type Types } from 'mongoose';
import { ChangeRecord } from './change.record.js';
import { ColorRecord } from './color.record.js';
import { DiseaseRecord } from './disease.record.js';
import { FreeSampleRecord } from './free-sample.record.js';
import { ImportChanges, ImportRecord } from './import.record.js';
import { PatientRecord } from './patient.record.js';
import { PersonalListsRecord } from './personal-lists.record.js';
import { PracticeJoin } from './practice-join.record.js';
import { SeedState } from './seed-state.record.js';
import {
  HistoryRecord,
  NoteRecord,
  TreatmentRecord,
  type EntryRecord,
} from './treatment.record.js';

/** The models of the catalog, for `imports`; injected by `@InjectModel(DiseaseRecord.name)`. */
export const catalogModels = recordModels(
  DiseaseRecord,
  TreatmentRecord,
  NoteRecord,
  HistoryRecord,
  ColorRecord,
  PatientRecord,
  ImportRecord,
  ImportChanges,
  ChangeRecord,
  SeedState,
  PersonalListsRecord,
  FreeSampleRecord,
  PracticeJoin,
);

/** What belongs to treatments and has a trash of its own. */
export type EntryKind = 'note' | 'history';

/** The base of repositories that work on diseases and on all that belongs to them. */
@Injectable()
export abstract class CatalogRepository {
  protected readonly entries: Record<EntryKind, Model<EntryRecord>>;

  constructor(
    @InjectModel(DiseaseRecord.name) protected readonly diseases: Model<DiseaseRecord>,
    @InjectModel(TreatmentRecord.name) protected readonly treatments: Model<TreatmentRecord>,
    @InjectModel(NoteRecord.name) note: Model<EntryRecord>,
    @InjectModel(HistoryRecord.name) history: Model<EntryRecord>,
  ) {
    this.entries = { note, history };
  }

  /** The diseases of the notes and history entries that fit `filter`. */
  protected async findDiseasesOf(filter: QueryFilter<EntryRecord>): Promise<Types.ObjectId[]> {
    const models = Object.values(this.entries);
    return (await Promise.all(models.map((model) => model.distinct('diseaseId', filter)))).flat();
  }

  /** The treatments of some diseases. */
  findTreatments(diseaseIds: readonly Types.ObjectId[]): Promise<TreatmentRecord[]> {
    const ofThese = { diseaseId: { $in: diseaseIds } };
    return this.treatments.find(ofThese).lean<TreatmentRecord[]>().exec();
  }
}

/** Stores those records that are not there yet. They are not checked against their schema. */
export const insertMissing = async (
  { collection }: Pick<Model<never>, 'collection'>,
  records: readonly object[],
): Promise<void> => {
  if (records.length === 0) return;
  const isDuplicate = ({ code }: { code: number }) => code === 11_000;
  try {
    await retryOnDeadlock(() => collection.insertMany([...records], { ordered: false }));
  } catch (error) {
    if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
    if (![error.writeErrors].flat().every(isDuplicate)) throw error;
  }
};
