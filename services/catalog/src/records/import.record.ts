import { JobRecord, outboxField, recordOptions, type OutboxEntry } from '@ctdb/chassis';
import {
  importFormats,
  importStatuses,
  MAX_LISTED_CHANGES,
  MAX_LISTED_RANGES,
  MAX_LISTED_REFUSALS,
  type DiseaseInput,
  type ImportColumn,
  type ImportDetail,
  type Person,
} from '@ctdb/contracts';
import { Prop, Schema } from '@nestjs/mongoose';
import { Schema as MongooseSchema, type mongo, type Types } from 'mongoose';
import type { DiseaseRecord } from './disease.record.js';
import type { TreatmentRecord } from './treatment.record.js';

const { Mixed, ObjectId } = MongooseSchema.Types;

/** Why an import failed. */
export type ImportError = NonNullable<ImportDetail['error']>;

/** An import, as a job. */
@Schema(recordOptions('imports'))
export class ImportRecord extends JobRecord {
  @Prop({ type: String, enum: importStatuses, required: true }) status!: ImportDetail['status'];
  @Prop({ type: String, enum: importFormats, required: true }) format!: ImportDetail['format'];
  /** Of the file, as the administrator calls it. */
  @Prop({ type: String }) name!: string;
  @Prop({ type: Number, required: true }) bytes!: number;
  /** The administrator who has started it, or undone it. */
  @Prop({ type: Mixed, required: true }) startedBy!: Person;
  @Prop({ type: Date, required: true }) createdAt!: Date;
  @Prop({ type: Date }) endedAt?: Date;
  /** It has begun to change the registry. */
  @Prop({ type: Boolean }) hasRun?: boolean;
  /** Diseases may lose texts and protocols. */
  @Prop({ type: Boolean }) acceptsLosses?: boolean;
  /** Which column of the file is which, where the request says that. */
  @Prop({ type: [String], default: undefined }) chosenColumns?: ImportColumn[] | undefined;
  /** The columns that the file has. */
  @Prop({ type: [Mixed], default: undefined }) columns?: ImportDetail['columns'];
  /** Of a workbook: the sheet that is read, and how many are not. */
  @Prop({ type: String }) sheet?: string;
  @Prop({ type: Number }) otherSheets?: number;
  /** A user asked for it to end where it is. */
  @Prop({ type: Boolean }) isCancelled?: boolean;
  /** Diseases of the file, or changes to undo, that are done: a worker that takes over begins here. */
  @Prop({ type: Number, default: 0 }) cursor!: number;
  /** From 0 to 1. */
  @Prop({ type: Number, default: 0 }) progress!: number;
  @Prop({ type: Number, default: 0 }) rows!: number;
  @Prop({ type: Number, default: 0 }) created!: number;
  @Prop({ type: Number, default: 0 }) updated!: number;
  @Prop({ type: Number, default: 0 }) unchanged!: number;
  @Prop({ type: Number, default: 0 }) refused!: number;
  @Prop({ type: Number, default: 0 }) losing!: number;
  @Prop({ type: Number, default: 0 }) similar!: number;
  /** Absent in imports of earlier versions, like the lists of ranges, losses and similar names. */
  @Prop({ type: Mixed }) rowCounts?: ImportDetail['rowCounts'];
  @Prop({ type: Number, default: 0 }) undone!: number;
  @Prop({ type: Number, default: 0 }) kept!: number;
  @Prop({ type: Mixed }) error?: ImportError;
  @Prop({ type: [Mixed] }) refusals!: ImportDetail['refusals'];
  @Prop({ type: [Mixed] }) planned!: ImportDetail['planned'];
  @Prop({ type: [Mixed] }) rowRanges!: ImportDetail['rowRanges'];
  @Prop({ type: [Mixed] }) losses!: ImportDetail['losses'];
  @Prop({ type: [Mixed] }) similarNames!: ImportDetail['similarNames'];
  /** Those that an undoing has left as they are. */
  @Prop({ type: [Mixed] }) keptDiseases!: (Pick<DiseaseInput, 'nameEn' | 'nameKn'> & {
    diseaseId: Types.ObjectId;
  })[];
  @Prop(outboxField) outbox!: OutboxEntry[];
}

/** The lists of an import, and how many items of each are stored. */
export const importLists = {
  rowRanges: MAX_LISTED_RANGES,
  refusals: MAX_LISTED_REFUSALS,
  planned: MAX_LISTED_CHANGES,
  losses: MAX_LISTED_REFUSALS,
  similarNames: MAX_LISTED_CHANGES,
  keptDiseases: MAX_LISTED_REFUSALS,
} as const satisfies Partial<Record<keyof ImportRecord, number>>;
/** The name of one of {@link importLists}. */
export type ImportList = keyof typeof importLists;

/** The projection of an import without its lists. */
export const withoutLists = Object.fromEntries(
  Object.keys(importLists).map((name) => [name, 0 as const]),
);

/** The fields of a disease that an import changes. */
export type DiseaseFields = Partial<DiseaseInput> & Pick<DiseaseRecord, 'isSample'>;
/** The fields of a treatment that an import changes. */
export type TreatmentFields = Pick<
  TreatmentRecord,
  'descriptionEn' | 'descriptionKn' | 'translation' | 'protocols' | 'isSample'
>;

/** A record as it was before an import; `version` is the one of that time. */
interface Before<F> {
  version: number;
  fields: F;
}

/** What an import does to one disease, with what it replaces; without `before` something is created. */
export interface ImportChange {
  diseaseId: Types.ObjectId;
  /** Absent where the disease itself stays as it is. */
  disease?: { before?: Before<DiseaseFields> };
  /** Absent where the disease gets no treatment, or its treatment stays as it is. */
  treatment?: { id: Types.ObjectId; before?: Before<TreatmentFields> };
}

/** Some changes of an import, stored before they are made: they are undone by it. */
@Schema(recordOptions('import_changes'))
export class ImportChanges {
  _id!: Types.ObjectId;
  @Prop({ type: ObjectId, required: true }) importId!: Types.ObjectId;
  /** The place of the first of them in the file, counted in diseases. */
  @Prop({ type: Number, required: true }) offset!: number;
  @Prop({ type: [Mixed] }) changes!: ImportChange[];
  @Prop({ type: Date, required: true }) createdAt!: Date;
}

/** Where the file of an import lies. */
export const importKey = (id: string): string => `imports/${id}`;

/** How long an import can be undone. */
export const UNDO_DAYS = 30;

/** The indexes of the collection `import_changes`. */
export const importChangesIndexes: mongo.IndexDescription[] = [
  { name: 'ofImport', key: { importId: 1, offset: 1 } },
  { name: 'goes', key: { createdAt: 1 }, expireAfterSeconds: UNDO_DAYS * 86_400 },
];
