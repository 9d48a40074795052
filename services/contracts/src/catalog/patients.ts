import { z } from 'zod';
import { access } from '../authorisation.js';
import { birthYear, filterDay, followUpDay } from '../dates.js';
import { endpoint } from '../endpoint.js';
import { eventsAbout } from '../event.js';
import { objectId, ofRecord, paged, timestamp, version } from '../records.js';
import { optionalLine, requiredLine } from '../text-fields.js';
import { MAX_NAME_LENGTH, MAX_PAGE_LIMIT } from '../constants/limits.js';
import { outcome } from '../constants/schemas.js';
import { historyEntry } from './entries.js';

/** A patient of one practice. Several may have the same name. */
export const patient = z.object({
  id: objectId,
  /** The practice that owns the patient's entries: only patients of the same practice can be merged. */
  practice: z.string(),
  name: z.string(),
  /** What tells the patient from others of the name. */
  birthYear: z.number().int().optional(),
  place: z.string().optional(),
  /** Made for an entry because several patients have its name; a person has to say who it is. */
  isUndecided: z.boolean().optional(),
  /** The day of the next visit. */
  followUpOn: z.iso.date().optional(),
  /** History entries that are not in the trash, with the dates of first and last; the others are of the last. */
  entries: z.number().int(),
  firstDate: timestamp.optional(),
  lastDate: timestamp.optional(),
  lastOutcome: outcome.optional(),
  lastPractitioner: z.string().optional(),
  createdAt: timestamp,
  version,
});
/** See {@link patient}. */
export type Patient = z.infer<typeof patient>;

/** What a person fills in for a patient. What may be absent stays then. */
export const patientInput = z.strictObject({
  followUpOn: followUpDay.nullable().optional(),
  birthYear: birthYear.nullable().optional(),
  place: optionalLine(MAX_NAME_LENGTH).unwrap().optional(),
  /** It is a person of its own. */
  isUndecided: z.literal(false).optional(),
});

/** A history entry of a patient, with the disease that was treated. */
export const patientEntry = historyEntry.extend({
  diseaseId: objectId,
  nameEn: z.string(),
  nameKn: z.string(),
});
/** See {@link patientEntry}. */
export type PatientEntry = z.infer<typeof patientEntry>;

/** Most entries of one {@link exportPatient}. */
export const MAX_EXPORTED_ENTRIES = 5_000;

/** What the routes of one patient have in common. */
const ofPatient = {
  access: access.passWith('tools'),
  ...ofRecord,
} as const;
/** The same for slow changes of it. */
const changingPatient = {
  ...ofPatient,
  cookieAuthorised: true,
  deadlineMs: 20_000,
} as const;

/** Which patients are listed: those to follow up until a day, or those that are undecided. */
const listed = {
  dueUntil: filterDay.optional(),
  state: z.literal('undecided').optional(),
};

/** The caller's own patients, for administrators all, by name; with `dueUntil` those to follow up, by day. */
export const listPatients = endpoint('GET /api/patients', {
  summary: 'Own patients by name, or those due for a visit or undecided; for administrators all',
  access: access.passWith('tools'),
  message: 'catalog.patients.list',
  ...paged(patient, MAX_PAGE_LIMIT, listed),
});
/**
 * Those of {@link listPatients} in whose names each word of `name` begins a word, in either script. The
 * name stands in the body, because servers on the way log URLs.
 */
export const searchPatients = endpoint('POST /api/patients/search', {
  summary: 'Own patients by words of their names; for administrators of all patients',
  access: access.passWith('tools'),
  body: z.strictObject({ name: requiredLine(MAX_NAME_LENGTH), ...listed }),
  cookieAuthorised: true,
  message: 'catalog.patients.search',
  kind: 'query',
  ...paged(patient, MAX_PAGE_LIMIT),
});
/** A patient; `NOT_FOUND` for those of others. */
export const getPatient = endpoint('GET /api/patients/{id}', {
  ...ofPatient,
  summary: 'One patient',
  message: 'catalog.patients.get',
  versioned: true,
  reply: patient,
});
/** The history of a patient across all diseases, newest first. */
export const listPatientEntries = endpoint('GET /api/patients/{id}/history', {
  ...ofPatient,
  summary: 'The history of a patient across diseases, newest first',
  message: 'catalog.patients.history',
  ...paged(patientEntry, MAX_PAGE_LIMIT),
});
/** A patient that was merged into another one. */
export const mergedPatient = patient
  .pick({ id: true, name: true, birthYear: true, place: true })
  .extend({
    /** Until when the merge can be undone; absent where it cannot. */
    undoableUntil: timestamp.optional(),
  });

/** Everything that is stored about a patient, with at most {@link MAX_EXPORTED_ENTRIES} entries. */
export const exportPatient = endpoint('GET /api/patients/{id}/export', {
  ...ofPatient,
  summary: 'The whole record of a patient',
  message: 'catalog.patients.export',
  deadlineMs: 20_000,
  reply: z.object({
    exportedAt: timestamp,
    patient,
    /** Other spellings that were merged into this patient. */
    merged: z.array(mergedPatient).default([]),
    history: z.array(patientEntry),
  }),
});
/** Changes what is stored of a patient beside the name. */
export const updatePatient = endpoint('PUT /api/patients/{id}', {
  ...ofPatient,
  summary: 'Changes day of the next visit, year of birth and place of a patient',
  body: patientInput,
  conditional: true,
  cookieAuthorised: true,
  errors: ['NOT_FOUND'],
  message: 'catalog.patients.update',
  versioned: true,
  reply: patient,
});
/**
 * Removes the person from all entries, those in the trash too, and from the keys by which patients are
 * counted. The reply says until when backups still hold the name.
 */
export const erasePatient = endpoint('POST /api/patients/{id}/erase', {
  ...changingPatient,
  summary: 'Removes a patient from all entries for good',
  confirmed: true,
  message: 'catalog.patients.erase',
  reply: z.object({ erasedAt: timestamp, backupsUntil: timestamp }),
});

/**
 * The patients that a name may mean: those of the caller's practice, or of the practice of `patientId`, whose
 * name or merged spelling is the same text. The name stands in the body, because servers on the way log URLs.
 */
export const findNamesakes = endpoint('POST /api/patients/namesakes', {
  summary: 'The patients of exactly one name',
  access: access.passWith('tools'),
  body: z.strictObject({ name: requiredLine(MAX_NAME_LENGTH), patientId: objectId.optional() }),
  cookieAuthorised: true,
  errors: ['NOT_FOUND'],
  message: 'catalog.patients.namesakes',
  kind: 'query',
  reply: z.object({ items: z.array(patient) }),
});
/**
 * Says that the patient `otherId` of the same practice is this one under another spelling: its entries
 * get the name of this one, and new entries of that spelling too. `NOT_FOUND` for those of others.
 */
export const mergePatients = endpoint('POST /api/patients/{id}/merge', {
  ...changingPatient,
  summary: 'Merges another spelling of a patient into this one',
  body: z.strictObject({ otherId: objectId }),
  message: 'catalog.patients.merge',
  reply: patient,
});
/**
 * Takes back that `otherId` was merged into this patient: the entries that it had then are its own again.
 * `MERGE_NOT_UNDOABLE` after 30 days, and where one of both was merged again or erased.
 */
export const undoMerge = endpoint('POST /api/patients/{id}/unmerge', {
  ...changingPatient,
  summary: 'Takes a merge of two patients back',
  body: z.strictObject({ otherId: objectId }),
  errors: ['NOT_FOUND', 'MERGE_NOT_UNDOABLE'],
  message: 'catalog.patients.unmerge',
  reply: patient,
});
/** Gives entries of a patient to a new patient of the same name, which is the reply. */
export const splitPatient = endpoint('POST /api/patients/{id}/split', {
  ...changingPatient,
  summary: 'Makes some entries of a patient those of another person of the name',
  body: z.strictObject({ entryIds: z.array(objectId).min(1).max(MAX_EXPORTED_ENTRIES) }),
  idempotent: true,
  errors: ['NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED'],
  message: 'catalog.patients.split',
  location: '/api/patients/{id}',
  reply: patient,
});

/** A text that contains the name of a patient. */
export const mention = z.object({
  kind: z.enum(['disease', 'treatment', 'note', 'history']),
  id: objectId,
  diseaseId: objectId,
  nameEn: z.string(),
  nameKn: z.string(),
  /** The day of a history entry, or when a note was made. */
  date: timestamp.optional(),
});
/** See {@link mention}. */
export type Mention = z.infer<typeof mention>;

/** Most mentions of one {@link listMentions}. */
export const MAX_MENTIONS = 200;

/**
 * Texts that an erasure leaves as they are, because only a person can decide whom they name: those of
 * diseases, treatments, notes and other patients' entries that the practice sees and that contain a name of
 * the patient. `total` counts those beyond {@link MAX_MENTIONS} too.
 */
export const listMentions = endpoint('GET /api/patients/{id}/mentions', {
  ...ofPatient,
  summary: 'Texts of others that contain the name of a patient',
  message: 'catalog.patients.mentions',
  deadlineMs: 20_000,
  reply: z.object({ items: z.array(mention), total: z.number().int() }),
});

const event = eventsAbout('catalog.patient', { patientId: objectId });

/** What happens to patients; never with a name. */
export const patientEvents = {
  updated: event('updated', { fields: z.array(z.string()) }),
  merged: event('merged', { otherId: objectId }),
  erased: event('erased', { backupsUntil: timestamp }),
};
