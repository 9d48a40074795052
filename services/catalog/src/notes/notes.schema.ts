import { Schema, type Connection, type Model } from 'mongoose';
import type { EntryRecord } from '../entries/entries.repository.js';
import { modelOf, recordSchema } from '../store/record.js';

/** A note as stored. */
export interface NoteRecord extends EntryRecord {
  title: string;
  content: string;
}

const schema = recordSchema('notes', {
  treatmentId: { type: Schema.Types.ObjectId, required: true },
  diseaseId: { type: Schema.Types.ObjectId, required: true },
  enteredBy: { type: String, required: true },
  purgedAt: Date,
  title: { type: String, required: true },
  content: { type: String, required: true },
});

/** The model of the collection `notes`. */
export const noteModel = (connection: Connection): Model<NoteRecord> =>
  modelOf(connection, 'Note', schema);
