import { protocolColourNames, type ProtocolColour } from '@ctdb/contracts';
import { Schema, type Connection, type Model, type Types } from 'mongoose';
import { modelOf, recordSchema, type StoredRecord } from '../store/record.js';
import type { Descriptions, StoredTranslation } from './translation-state.js';

/** A protocol as stored, inside its treatment. */
export interface StoredProtocol {
  _id: Types.ObjectId;
  color: ProtocolColour;
  applicationArea: string;
  duration: string;
  frequency: string;
  createdAt: Date;
}

/** A treatment as stored. It is never in the trash by itself: it follows its disease. */
export interface TreatmentRecord extends StoredRecord, Descriptions {
  diseaseId: Types.ObjectId;
  protocols: StoredProtocol[];
  updatedAt: Date;
}

const translation = new Schema<StoredTranslation>(
  { engine: String, translatedAt: Date, needsReview: Boolean, outdated: Boolean },
  { _id: false, strict: 'throw' },
);

const protocol = new Schema<StoredProtocol>(
  {
    _id: { type: Schema.Types.ObjectId, required: true },
    color: { type: String, enum: protocolColourNames, required: true },
    applicationArea: { type: String, required: true },
    duration: { type: String, required: true },
    frequency: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { strict: 'throw' },
);

const schema = recordSchema('treatments', {
  diseaseId: { type: Schema.Types.ObjectId, required: true },
  descriptionEn: { type: String, required: true },
  descriptionKn: { type: String, required: true },
  translation: { type: translation, required: true },
  protocols: [protocol],
  updatedAt: { type: Date, required: true },
});

/** The model of the collection `treatments`. */
export const treatmentModel = (connection: Connection): Model<TreatmentRecord> =>
  modelOf(connection, 'Treatment', schema);
