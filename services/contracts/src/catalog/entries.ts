import { z } from 'zod';
import { defineCommand, defineQuery, done } from '../command.js';
import { defineEvent } from '../event.js';
import { objectId, timestamp } from '../ids.js';
import { pageOf } from '../paging.js';
import { requiredText } from '../text.js';
import { DEFAULT_NOTE_TITLE, MAX_NAME, MAX_NOTE, MAX_PAGE_LIMIT } from '../vocabulary/limits.js';
import { outcome } from '../vocabulary/schemas.js';

const EARLIEST = Date.UTC(1900, 0, 1);
// Tomorrow ends last in UTC+14.
const latest = () => Date.now() + 38 * 3_600_000;

/** A note of a treatment. */
export const note = z.object({
  id: objectId,
  treatmentId: objectId,
  title: z.string(),
  content: z.string(),
  createdAt: timestamp,
});
/** See {@link note}. */
export type Note = z.infer<typeof note>;

/** What a person fills in for a note. */
export const noteInput = z.strictObject({
  treatmentId: objectId,
  title: requiredText(MAX_NAME).default(DEFAULT_NOTE_TITLE),
  content: requiredText(MAX_NOTE, 'NOTE_EMPTY'),
});

/** One treatment given to one patient. `patientName` is shortened to initials for most pass holders. */
export const historyEntry = z.object({
  id: objectId,
  treatmentId: objectId,
  date: timestamp,
  patientName: z.string(),
  patientNameMasked: z.boolean(),
  treatmentDescription: z.string(),
  outcome,
  practitioner: z.string(),
  createdAt: timestamp,
});
/** See {@link historyEntry}. */
export type HistoryEntry = z.infer<typeof historyEntry>;

/** A day or a moment; not before 1900, not later than tomorrow anywhere on earth. */
export const historyDate = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], { error: 'WRONG_FORMAT' })
  .refine((value) => Date.parse(value) <= latest(), { error: 'DATE_IN_FUTURE' })
  .refine((value) => Date.parse(value) >= EARLIEST, { error: 'DATE_TOO_EARLY' });

/** What a person fills in for a history entry. */
export const historyInput = z.strictObject({
  treatmentId: objectId,
  date: historyDate,
  patientName: requiredText(MAX_NAME, 'HISTORY_PATIENT_EMPTY'),
  treatmentDescription: requiredText(MAX_NOTE, 'HISTORY_TREATMENT_EMPTY'),
  outcome: outcome.default('Improved'),
  practitioner: requiredText(MAX_NAME, 'HISTORY_PRACTITIONER_EMPTY'),
});

const entryPage = z.strictObject({
  treatmentId: objectId,
  page: z.number().int().min(1).default(1),
  limit: z.number().int().min(1).max(MAX_PAGE_LIMIT).default(MAX_PAGE_LIMIT),
});
const entryRef = z.strictObject({ treatmentId: objectId, id: objectId });

/** Adds a note. */
export const addNote = defineCommand({
  name: 'catalog.notes.add',
  request: noteInput,
  reply: note,
});
/** Notes of a treatment, newest first. */
export const listNotes = defineQuery({
  name: 'catalog.notes.list',
  request: entryPage,
  reply: pageOf(note),
});
/** Moves a note into the trash. */
export const deleteNote = defineCommand({
  name: 'catalog.notes.delete',
  request: entryRef,
  reply: done,
});

/** Adds a history entry. */
export const addHistoryEntry = defineCommand({
  name: 'catalog.history.add',
  request: historyInput,
  reply: historyEntry,
});
/** History of a treatment, newest first. */
export const listHistory = defineQuery({
  name: 'catalog.history.list',
  request: entryPage,
  reply: pageOf(historyEntry),
});
/** Moves a history entry into the trash. */
export const deleteHistoryEntry = defineCommand({
  name: 'catalog.history.delete',
  request: entryRef,
  reply: done,
});

const entryFact = z.object({ id: objectId, treatmentId: objectId, diseaseId: objectId });

/** What happens to notes and history entries; never with a patient's name or text. */
export const entryEvents = {
  noteAdded: defineEvent({ name: 'catalog.note.added.v1', payload: entryFact }),
  noteDeleted: defineEvent({ name: 'catalog.note.deleted.v1', payload: entryFact }),
  noteRestored: defineEvent({ name: 'catalog.note.restored.v1', payload: entryFact }),
  notePurged: defineEvent({ name: 'catalog.note.purged.v1', payload: entryFact }),
  historyAdded: defineEvent({ name: 'catalog.history.added.v1', payload: entryFact }),
  historyDeleted: defineEvent({ name: 'catalog.history.deleted.v1', payload: entryFact }),
  historyRestored: defineEvent({ name: 'catalog.history.restored.v1', payload: entryFact }),
  historyPurged: defineEvent({ name: 'catalog.history.purged.v1', payload: entryFact }),
};
