import { z } from 'zod';
import { access } from '../authorisation.js';
import { historyDate } from '../dates.js';
import { endpoint } from '../endpoint.js';
import { eventsAbout } from '../event.js';
import { byId, isSample, objectId, ofRecord, paged, timestamp, version } from '../records.js';
import {
  kannadaText,
  optionalLine,
  optionalText,
  requiredLine,
  requiredText,
} from '../text-fields.js';
import {
  DEFAULT_NOTE_TITLE,
  MAX_NAME_LENGTH,
  MAX_NOTE_LENGTH,
  MAX_PAGE_LIMIT,
} from '../constants/limits.js';
import { outcome } from '../constants/schemas.js';

/** What notes and history entries share. */
const entryFields = {
  isSample,
  createdAt: timestamp,
  /** When it was corrected last; absent where it never was. */
  editedAt: timestamp.optional(),
  version: version.default(1),
  /** All readers see it; else its practice and the team alone. */
  isPublished: z.boolean().default(true),
  /** The caller made it, or is an administrator. */
  canEdit: z.boolean().default(false),
  /** The caller may publish it, and take that back. */
  canPublish: z.boolean().default(false),
};

/** A note of a treatment. A blank Kannada text means the other one. */
export const note = z.object({
  id: objectId,
  treatmentId: objectId,
  title: z.string(),
  titleKn: kannadaText,
  content: z.string(),
  contentKn: kannadaText,
  ...entryFields,
});
/** See {@link note}. */
export type Note = z.infer<typeof note>;

/** What a person fills in for a note. */
export const noteInput = z.strictObject({
  treatmentId: objectId,
  title: requiredLine(MAX_NAME_LENGTH).default(DEFAULT_NOTE_TITLE),
  titleKn: optionalLine(MAX_NAME_LENGTH),
  content: requiredText(MAX_NOTE_LENGTH, 'NOTE_EMPTY'),
  contentKn: optionalText(MAX_NOTE_LENGTH),
});

/** One treatment given to one patient. `patientName` is shortened to initials for most pass holders. */
export const historyEntry = z.object({
  id: objectId,
  treatmentId: objectId,
  date: timestamp,
  patientName: z.string(),
  patientNameMasked: z.boolean(),
  /** Absent where the caller may not see the patient, in samples, and where the patient was erased. */
  patientId: objectId.optional(),
  /** What tells the patient from others of the name, where the caller may see the patient. */
  patientBirthYear: z.number().int().optional(),
  patientPlace: z.string().optional(),
  treatmentDescription: z.string(),
  treatmentDescriptionKn: kannadaText,
  outcome,
  practitioner: z.string(),
  practitionerKn: kannadaText,
  ...entryFields,
});
/** See {@link historyEntry}. */
export type HistoryEntry = z.infer<typeof historyEntry>;

/** Who is meant by a name that is known: one of the known patients, or another person of the name. */
const patientChoice = {
  patientId: objectId.optional(),
  newPatient: z.literal(true).optional(),
};

/** What a person fills in for a history entry; without a choice see `addHistoryEntry`. */
export const historyInput = z.strictObject({
  treatmentId: objectId,
  date: historyDate,
  patientName: requiredLine(MAX_NAME_LENGTH, 'HISTORY_PATIENT_EMPTY'),
  treatmentDescription: requiredText(MAX_NOTE_LENGTH, 'HISTORY_TREATMENT_EMPTY'),
  treatmentDescriptionKn: optionalText(MAX_NOTE_LENGTH),
  outcome: outcome.default('Improved'),
  practitioner: requiredLine(MAX_NAME_LENGTH, 'HISTORY_PRACTITIONER_EMPTY'),
  practitionerKn: optionalLine(MAX_NAME_LENGTH),
  ...patientChoice,
});

/** A correction; the patient of an erased name stays without one. A choice counts with a changed name. */
export const historyCorrection = historyInput
  .omit({ treatmentId: true })
  .extend({ patientName: optionalLine(MAX_NAME_LENGTH).unwrap() });

const byNote = byId.extend({ noteId: objectId });
const byHistoryEntry = byId.extend({ entryId: objectId });

// What the routes of notes and history entries have in common.
const adding = {
  access: access.passWith('tools'),
  idempotent: true,
  cookieAuthorised: true,
  errors: ['NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED'],
  quota: 'entries',
} as const;
const listing = {
  access: access.passWith('read'),
  ...ofRecord,
} as const;
const correcting = {
  access: access.passWith('tools'),
  conditional: true,
  cookieAuthorised: true,
  errors: ['NOT_FOUND'],
  quota: 'entries',
  versioned: true,
} as const;
const publishing = {
  access: access.from('admin'),
  body: z.strictObject({ isPublished: z.boolean() }),
  conditional: true,
  errors: ['NOT_FOUND'],
  versioned: true,
} as const;
const deleting = {
  access: access.from('editor'),
  errors: ['NOT_FOUND'],
} as const;

/** Adds a note. */
export const addNote = endpoint('POST /api/treatments/notes', {
  ...adding,
  summary: 'Adds a note',
  body: noteInput,
  message: 'catalog.notes.add',
  location: '/api/treatments/{treatmentId}/notes',
  reply: note,
});
/** Notes of the treatment `id`, newest first. */
export const listNotes = endpoint('GET /api/treatments/{id}/notes', {
  ...listing,
  summary: 'Notes of a treatment, newest first',
  message: 'catalog.notes.list',
  ...paged(note, MAX_PAGE_LIMIT),
});
/** Corrects a note of the treatment `id`; `FORBIDDEN` unless the caller made it or is an administrator. */
export const updateNote = endpoint('PUT /api/treatments/{id}/notes/{noteId}', {
  ...correcting,
  summary: 'Corrects a note',
  params: byNote,
  body: noteInput.omit({ treatmentId: true }),
  message: 'catalog.notes.update',
  reply: note,
});
/**
 * Shows a note of a pass or plan holder to all readers, or takes that back. What the team writes is
 * always published.
 */
export const publishNote = endpoint('PUT /api/treatments/{id}/notes/{noteId}/publication', {
  ...publishing,
  summary: 'Publishes a note of a pass holder, or takes that back',
  params: byNote,
  message: 'catalog.notes.publish',
  reply: note,
});
/** Moves a note of the treatment `id` into the trash. */
export const deleteNote = endpoint('DELETE /api/treatments/{id}/notes/{noteId}', {
  ...deleting,
  summary: 'Moves a note into the trash',
  params: byNote,
  message: 'catalog.notes.delete',
});

/**
 * Adds a history entry. Without a choice it is of the only patient of the name, of a new one where there is
 * none, and of a new undecided one where there are several.
 */
export const addHistoryEntry = endpoint('POST /api/treatments/history', {
  ...adding,
  summary: 'Adds a history entry',
  body: historyInput,
  message: 'catalog.history.add',
  location: '/api/treatments/{treatmentId}/history',
  reply: historyEntry,
});
/** History of the treatment `id`, newest first. */
export const listHistory = endpoint('GET /api/treatments/{id}/history', {
  ...listing,
  summary: 'History of a treatment, newest first',
  message: 'catalog.history.list',
  ...paged(historyEntry, MAX_PAGE_LIMIT),
});
/**
 * Corrects a history entry; `FORBIDDEN` unless the caller made it or is an administrator. The name may
 * be blank only where the patient was erased.
 */
export const updateHistoryEntry = endpoint('PUT /api/treatments/{id}/history/{entryId}', {
  ...correcting,
  summary: 'Corrects a history entry',
  params: byHistoryEntry,
  body: historyCorrection,
  message: 'catalog.history.update',
  reply: historyEntry,
});
/** As {@link publishNote}, for a history entry. */
export const publishHistoryEntry = endpoint(
  'PUT /api/treatments/{id}/history/{entryId}/publication',
  {
    ...publishing,
    summary: 'Publishes a history entry of a pass holder, or takes that back',
    params: byHistoryEntry,
    message: 'catalog.history.publish',
    reply: historyEntry,
  },
);
/** Moves a history entry of the treatment `id` into the trash. */
export const deleteHistoryEntry = endpoint('DELETE /api/treatments/{id}/history/{entryId}', {
  ...deleting,
  summary: 'Moves a history entry into the trash',
  params: byHistoryEntry,
  message: 'catalog.history.delete',
});

const ids = { id: objectId, treatmentId: objectId, diseaseId: objectId };
const ofNote = eventsAbout('catalog.note', ids);
const ofHistory = eventsAbout('catalog.history', ids);
/** The names of the fields that changed. */
const changed = { fields: z.array(z.string()) };

/** What happens to notes and history entries; never with a patient's name or text. */
export const entryEvents = {
  noteAdded: ofNote('added'),
  noteUpdated: ofNote('updated', changed),
  noteDeleted: ofNote('deleted'),
  noteRestored: ofNote('restored'),
  notePurged: ofNote('purged'),
  notePublished: ofNote('published'),
  noteUnpublished: ofNote('unpublished'),
  historyAdded: ofHistory('added'),
  historyUpdated: ofHistory('updated', changed),
  historyDeleted: ofHistory('deleted'),
  historyRestored: ofHistory('restored'),
  historyPurged: ofHistory('purged'),
  historyPublished: ofHistory('published'),
  historyUnpublished: ofHistory('unpublished'),
};
