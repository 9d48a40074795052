import { categories, type Category } from '@ctdb/contracts';
import type { Connection, Model } from 'mongoose';
import { modelOf, recordSchema, type StoredRecord } from '../store/record.js';

/** A disease as stored. */
export interface DiseaseRecord extends StoredRecord {
  nameEn: string;
  nameKn: string;
  category: Category;
  notes: string;
  updatedAt: Date;
  /** When anything of it changed last, the deletion included; the registry catches up by it. */
  changedAt: Date;
  /** Set once its purge has begun: it will not come back. */
  purgedAt?: Date;
}

const schema = recordSchema('diseases', {
  nameEn: { type: String, required: true },
  nameKn: { type: String, required: true },
  category: { type: String, enum: categories, required: true },
  notes: String,
  updatedAt: { type: Date, required: true },
  changedAt: { type: Date, required: true },
  purgedAt: Date,
});

/** The model of the collection `diseases`. */
export const diseaseModel = (connection: Connection): Model<DiseaseRecord> =>
  modelOf(connection, 'Disease', schema);
