import { z } from 'zod';
import { access } from '../authorisation.js';
import { historyDate } from '../dates.js';
import { endpoint } from '../endpoint.js';
import { defineEvent } from '../event.js';
import { isSample, objectId, timestamp, version } from '../ids.js';
import { pageOf, pageQuery } from '../paging.js';
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

const byTreatment = z.strictObject({ id: objectId });
const publication = z.strictObject({ isPublished: z.boolean() });

/** Adds a note. */
export const addNote = endpoint({
  method: 'POST',
  path: '/api/treatments/notes',
  summary: 'Adds a note',
  access: access.passWith('tools'),
  body: noteInput,
  idempotent: true,
  cookieAuthorised: true,
  errors: ['NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED'],
  quota: 'entries',
  message: 'catalog.notes.add',
  answer: 'created',
  location: '/api/treatments/{treatmentId}/notes',
  reply: note,
});
/** Notes of the treatment `id`, newest first. */
export const listNotes = endpoint({
  method: 'GET',
  path: '/api/treatments/{id}/notes',
  summary: 'Notes of a treatment, newest first',
  access: access.passWith('read'),
  params: byTreatment,
  query: pageQuery,
  errors: ['NOT_FOUND'],
  message: 'catalog.notes.list',
  answer: 'page',
  pageSize: MAX_PAGE_LIMIT,
  reply: pageOf(note),
});
/** Corrects a note of the treatment `id`; `FORBIDDEN` unless the caller made it or is an administrator. */
export const updateNote = endpoint({
  method: 'PUT',
  path: '/api/treatments/{id}/notes/{noteId}',
  summary: 'Corrects a note',
  access: access.passWith('tools'),
  params: byTreatment.extend({ noteId: objectId }),
  body: noteInput.omit({ treatmentId: true }),
  conditional: true,
  cookieAuthorised: true,
  errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
  quota: 'entries',
  message: 'catalog.notes.update',
  answer: 'versioned',
  reply: note,
});
/**
 * Shows a note of a pass or plan holder to all readers, or takes that back. What the team writes is
 * always published.
 */
export const publishNote = endpoint({
  method: 'PUT',
  path: '/api/treatments/{id}/notes/{noteId}/publication',
  summary: 'Publishes a note of a pass holder, or takes that back',
  access: access.from('admin'),
  params: byTreatment.extend({ noteId: objectId }),
  body: publication,
  conditional: true,
  errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
  message: 'catalog.notes.publish',
  answer: 'versioned',
  reply: note,
});
/** Moves a note of the treatment `id` into the trash. */
export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/api/treatments/{id}/notes/{noteId}',
  summary: 'Moves a note into the trash',
  access: access.from('editor'),
  params: byTreatment.extend({ noteId: objectId }),
  errors: ['NOT_FOUND'],
  message: 'catalog.notes.delete',
  answer: 'none',
});

/**
 * Adds a history entry. Without a choice it is of the only patient of the name, of a new one where there is
 * none, and of a new undecided one where there are several.
 */
export const addHistoryEntry = endpoint({
  method: 'POST',
  path: '/api/treatments/history',
  summary: 'Adds a history entry',
  access: access.passWith('tools'),
  body: historyInput,
  idempotent: true,
  cookieAuthorised: true,
  errors: ['NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED'],
  quota: 'entries',
  message: 'catalog.history.add',
  answer: 'created',
  location: '/api/treatments/{treatmentId}/history',
  reply: historyEntry,
});
/** History of the treatment `id`, newest first. */
export const listHistory = endpoint({
  method: 'GET',
  path: '/api/treatments/{id}/history',
  summary: 'History of a treatment, newest first',
  access: access.passWith('read'),
  params: byTreatment,
  query: pageQuery,
  errors: ['NOT_FOUND'],
  message: 'catalog.history.list',
  answer: 'page',
  pageSize: MAX_PAGE_LIMIT,
  reply: pageOf(historyEntry),
});
/**
 * Corrects a history entry; `FORBIDDEN` unless the caller made it or is an administrator. The name may
 * be blank only where the patient was erased.
 */
export const updateHistoryEntry = endpoint({
  method: 'PUT',
  path: '/api/treatments/{id}/history/{entryId}',
  summary: 'Corrects a history entry',
  access: access.passWith('tools'),
  params: byTreatment.extend({ entryId: objectId }),
  body: historyCorrection,
  conditional: true,
  cookieAuthorised: true,
  errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
  quota: 'entries',
  message: 'catalog.history.update',
  answer: 'versioned',
  reply: historyEntry,
});
/** As {@link publishNote}, for a history entry. */
export const publishHistoryEntry = endpoint({
  method: 'PUT',
  path: '/api/treatments/{id}/history/{entryId}/publication',
  summary: 'Publishes a history entry of a pass holder, or takes that back',
  access: access.from('admin'),
  params: byTreatment.extend({ entryId: objectId }),
  body: publication,
  conditional: true,
  errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
  message: 'catalog.history.publish',
  answer: 'versioned',
  reply: historyEntry,
});
/** Moves a history entry of the treatment `id` into the trash. */
export const deleteHistoryEntry = endpoint({
  method: 'DELETE',
  path: '/api/treatments/{id}/history/{entryId}',
  summary: 'Moves a history entry into the trash',
  access: access.from('editor'),
  params: byTreatment.extend({ entryId: objectId }),
  errors: ['NOT_FOUND'],
  message: 'catalog.history.delete',
  answer: 'none',
});

const entryEventPayload = z.object({ id: objectId, treatmentId: objectId, diseaseId: objectId });
/** With the names of the fields that changed. */
const entryUpdatedPayload = entryEventPayload.extend({ fields: z.array(z.string()) });

/** What happens to notes and history entries; never with a patient's name or text. */
export const entryEvents = {
  noteAdded: defineEvent({ name: 'catalog.note.added.v1', payload: entryEventPayload }),
  noteUpdated: defineEvent({ name: 'catalog.note.updated.v1', payload: entryUpdatedPayload }),
  noteDeleted: defineEvent({ name: 'catalog.note.deleted.v1', payload: entryEventPayload }),
  noteRestored: defineEvent({ name: 'catalog.note.restored.v1', payload: entryEventPayload }),
  notePurged: defineEvent({ name: 'catalog.note.purged.v1', payload: entryEventPayload }),
  notePublished: defineEvent({ name: 'catalog.note.published.v1', payload: entryEventPayload }),
  noteUnpublished: defineEvent({
    name: 'catalog.note.unpublished.v1',
    payload: entryEventPayload,
  }),
  historyAdded: defineEvent({ name: 'catalog.history.added.v1', payload: entryEventPayload }),
  historyUpdated: defineEvent({ name: 'catalog.history.updated.v1', payload: entryUpdatedPayload }),
  historyDeleted: defineEvent({ name: 'catalog.history.deleted.v1', payload: entryEventPayload }),
  historyRestored: defineEvent({ name: 'catalog.history.restored.v1', payload: entryEventPayload }),
  historyPurged: defineEvent({ name: 'catalog.history.purged.v1', payload: entryEventPayload }),
  historyPublished: defineEvent({
    name: 'catalog.history.published.v1',
    payload: entryEventPayload,
  }),
  historyUnpublished: defineEvent({
    name: 'catalog.history.unpublished.v1',
    payload: entryEventPayload,
  }),
};
