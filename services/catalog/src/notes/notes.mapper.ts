import type { Note } from '@ctdb/contracts';
import type { NoteRecord } from './notes.schema.js';

/** A stored note as everybody sees it. */
export const toNote = (record: NoteRecord): Note => ({
  id: record._id.toHexString(),
  treatmentId: record.treatmentId.toHexString(),
  title: record.title,
  content: record.content,
  createdAt: record.createdAt.toISOString(),
});
