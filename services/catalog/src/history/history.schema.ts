import { outcomes, type Outcome } from '@ctdb/contracts';
import { Schema, type Connection, type Model } from 'mongoose';
import type { EntryRecord } from '../entries/entries.repository.js';
import { modelOf, recordSchema } from '../store/record.js';

/** A history entry as stored. */
export interface HistoryRecord extends EntryRecord {
  date: Date;
  patientName: string;
  /** Counts patients; see `patientKey`. */
  patientKey: string;
  treatmentDescription: string;
  outcome: Outcome;
  practitioner: string;
}

const schema = recordSchema('history', {
  treatmentId: { type: Schema.Types.ObjectId, required: true },
  diseaseId: { type: Schema.Types.ObjectId, required: true },
  enteredBy: { type: String, required: true },
  purgedAt: Date,
  date: { type: Date, required: true },
  patientName: { type: String, required: true },
  patientKey: { type: String, required: true },
  treatmentDescription: { type: String, required: true },
  outcome: { type: String, enum: outcomes, required: true },
  practitioner: { type: String, required: true },
});

/** The model of the collection `history`. */
export const historyModel = (connection: Connection): Model<HistoryRecord> =>
  modelOf(connection, 'HistoryEntry', schema);
