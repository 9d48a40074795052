import { z } from 'zod';
import { access } from '../authorisation.js';
import { endpoint } from '../endpoint.js';
import { objectId, timestamp } from '../ids.js';
import { requiredLine } from '../text-fields.js';
import { MAX_NAME_LENGTH } from '../constants/limits.js';
import { MAX_EXPORTED_ENTRIES, patient } from './patients.js';

const byId = z.strictObject({ id: objectId });

/**
 * The patients that a name may mean: those of the caller's practice, or of the practice of `patientId`, whose
 * name or merged spelling is the same text. The name stands in the body, because servers on the way log URLs.
 */
export const findNamesakes = endpoint({
  method: 'POST',
  path: '/api/patients/namesakes',
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
export const mergePatients = endpoint({
  method: 'POST',
  path: '/api/patients/{id}/merge',
  summary: 'Merges another spelling of a patient into this one',
  access: access.passWith('tools'),
  params: byId,
  body: z.strictObject({ otherId: objectId }),
  cookieAuthorised: true,
  errors: ['NOT_FOUND'],
  message: 'catalog.patients.merge',
  deadlineMs: 20_000,
  reply: patient,
});
/**
 * Takes back that `otherId` was merged into this patient: the entries that it had then are its own again.
 * `MERGE_NOT_UNDOABLE` after 30 days, and where one of both was merged again or erased.
 */
export const undoMerge = endpoint({
  method: 'POST',
  path: '/api/patients/{id}/unmerge',
  summary: 'Takes a merge of two patients back',
  access: access.passWith('tools'),
  params: byId,
  body: z.strictObject({ otherId: objectId }),
  cookieAuthorised: true,
  errors: ['NOT_FOUND', 'MERGE_NOT_UNDOABLE'],
  message: 'catalog.patients.unmerge',
  deadlineMs: 20_000,
  reply: patient,
});
/** Gives entries of a patient to a new patient of the same name, which is the reply. */
export const splitPatient = endpoint({
  method: 'POST',
  path: '/api/patients/{id}/split',
  summary: 'Makes some entries of a patient those of another person of the name',
  access: access.passWith('tools'),
  params: byId,
  body: z.strictObject({ entryIds: z.array(objectId).min(1).max(MAX_EXPORTED_ENTRIES) }),
  idempotent: true,
  cookieAuthorised: true,
  errors: ['NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED'],
  message: 'catalog.patients.split',
  deadlineMs: 20_000,
  answer: 'created',
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
export const listMentions = endpoint({
  method: 'GET',
  path: '/api/patients/{id}/mentions',
  summary: 'Texts of others that contain the name of a patient',
  access: access.passWith('tools'),
  params: byId,
  errors: ['NOT_FOUND'],
  message: 'catalog.patients.mentions',
  deadlineMs: 20_000,
  reply: z.object({ items: z.array(mention), total: z.number().int() }),
});
