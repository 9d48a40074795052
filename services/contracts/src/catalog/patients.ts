import { z } from 'zod';
import { access } from '../authorisation.js';
import { birthYear, filterDay, followUpDay } from '../dates.js';
import { endpoint } from '../endpoint.js';
import { defineEvent } from '../event.js';
import { objectId, timestamp, version } from '../ids.js';
import { pageOf, pageQuery } from '../paging.js';
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

const byId = z.strictObject({ id: objectId });

/** Which patients are listed: those to follow up until a day, or those that are undecided. */
const listed = {
  dueUntil: filterDay.optional(),
  state: z.literal('undecided').optional(),
};

/** The caller's own patients, for administrators all, by name; with `dueUntil` those to follow up, by day. */
export const listPatients = endpoint({
  method: 'GET',
  path: '/api/patients',
  summary: 'Own patients by name, or those due for a visit or undecided; for administrators all',
  access: access.passWith('tools'),
  query: pageQuery.extend(listed),
  message: 'catalog.patients.list',
  answer: 'page',
  pageSize: MAX_PAGE_LIMIT,
  reply: pageOf(patient),
});
/**
 * Those of {@link listPatients} in whose names each word of `name` begins a word, in either script. The
 * name stands in the body, because servers on the way log URLs.
 */
export const searchPatients = endpoint({
  method: 'POST',
  path: '/api/patients/search',
  summary: 'Own patients by words of their names; for administrators of all patients',
  access: access.passWith('tools'),
  query: pageQuery,
  body: z.strictObject({ name: requiredLine(MAX_NAME_LENGTH), ...listed }),
  cookieAuthorised: true,
  message: 'catalog.patients.search',
  kind: 'query',
  answer: 'page',
  pageSize: MAX_PAGE_LIMIT,
  reply: pageOf(patient),
});
/** A patient; `NOT_FOUND` for those of others. */
export const getPatient = endpoint({
  method: 'GET',
  path: '/api/patients/{id}',
  summary: 'One patient',
  access: access.passWith('tools'),
  params: byId,
  errors: ['NOT_FOUND'],
  message: 'catalog.patients.get',
  answer: 'versioned',
  reply: patient,
});
/** The history of a patient across all diseases, newest first. */
export const listPatientEntries = endpoint({
  method: 'GET',
  path: '/api/patients/{id}/history',
  summary: 'The history of a patient across diseases, newest first',
  access: access.passWith('tools'),
  params: byId,
  query: pageQuery,
  errors: ['NOT_FOUND'],
  message: 'catalog.patients.history',
  answer: 'page',
  pageSize: MAX_PAGE_LIMIT,
  reply: pageOf(patientEntry),
});
/** A patient that was merged into another one. */
export const mergedPatient = patient
  .pick({ id: true, name: true, birthYear: true, place: true })
  .extend({
    /** Until when the merge can be undone; absent where it cannot. */
    undoableUntil: timestamp.optional(),
  });
/** See {@link mergedPatient}. */
export type MergedPatient = z.infer<typeof mergedPatient>;

/** Everything that is stored about a patient, with at most {@link MAX_EXPORTED_ENTRIES} entries. */
export const exportPatient = endpoint({
  method: 'GET',
  path: '/api/patients/{id}/export',
  summary: 'The whole record of a patient',
  access: access.passWith('tools'),
  params: byId,
  errors: ['NOT_FOUND'],
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
export const updatePatient = endpoint({
  method: 'PUT',
  path: '/api/patients/{id}',
  summary: 'Changes day of the next visit, year of birth and place of a patient',
  access: access.passWith('tools'),
  params: byId,
  body: patientInput,
  conditional: true,
  cookieAuthorised: true,
  errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
  message: 'catalog.patients.update',
  answer: 'versioned',
  reply: patient,
});
/**
 * Removes the person from all entries, those in the trash too, and from the keys by which patients are
 * counted. The reply says until when backups still hold the name.
 */
export const erasePatient = endpoint({
  method: 'POST',
  path: '/api/patients/{id}/erase',
  summary: 'Removes a patient from all entries for good',
  access: access.passWith('tools'),
  confirmed: true,
  params: byId,
  cookieAuthorised: true,
  errors: ['NOT_FOUND'],
  message: 'catalog.patients.erase',
  deadlineMs: 20_000,
  reply: z.object({ erasedAt: timestamp, backupsUntil: timestamp }),
});

const payload = z.object({ patientId: objectId });

/** What happens to patients; never with a name. */
export const patientEvents = {
  updated: defineEvent({
    name: 'catalog.patient.updated.v1',
    payload: payload.extend({ fields: z.array(z.string()) }),
  }),
  merged: defineEvent({
    name: 'catalog.patient.merged.v1',
    payload: payload.extend({ otherId: objectId }),
  }),
  erased: defineEvent({
    name: 'catalog.patient.erased.v1',
    payload: payload.extend({ backupsUntil: timestamp }),
  }),
};
