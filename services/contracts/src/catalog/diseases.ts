import { z } from 'zod';
import { defineQuery } from '../command.js';
import { access } from '../authorisation.js';
import { customEndpoint, endpoint } from '../endpoint.js';
import { defineEvent, eventsAbout, fieldChange } from '../event.js';
import { byId, isSample, objectId, ofRecord, timestamp, version } from '../records.js';
import { optionalLine, optionalText, requiredLine } from '../text-fields.js';
import { category } from '../constants/schemas.js';
import { diseaseCode, diseaseCodesInput } from './codes.js';
import { MAX_NAME_LENGTH, MAX_NOTE_LENGTH, MAX_OTHER_NAMES_LENGTH } from '../constants/limits.js';

/**
 * The fields of a disease that a person fills in. Request, reply, audit trail and stored record
 * derive from them.
 */
const diseaseFields = {
  nameEn: requiredLine(MAX_NAME_LENGTH),
  nameKn: requiredLine(MAX_NAME_LENGTH),
  /** Other names that people use, in any script, with commas between; see {@link splitOtherNames}. */
  alsoKnownAs: optionalLine(MAX_OTHER_NAMES_LENGTH),
  category,
  notes: optionalText(MAX_NOTE_LENGTH),
};
type DiseaseFields = typeof diseaseFields;

const toReplyField = (schema: z.ZodType): z.ZodType => {
  if (schema instanceof z.ZodEnum) return schema;
  // Services before the field leave it out.
  return schema instanceof z.ZodDefault
    ? z.string().default(schema.parse(undefined) as string)
    : z.string();
};

/** Replies are not checked for the limits of a form. */
const replyFields = Object.fromEntries(
  Object.entries(diseaseFields).map(([name, schema]) => [name, toReplyField(schema)]),
) as unknown as { [F in keyof DiseaseFields]: z.ZodType<z.output<DiseaseFields[F]>> };

/** A disease as all readers see it. */
export const disease = z.object({
  id: objectId,
  ...replyFields,
  /** Services before the codes leave them out. */
  codes: z.array(diseaseCode).default([]),
  isSample,
  createdAt: timestamp,
  updatedAt: timestamp,
  version,
});
/** See {@link disease}. */
export type Disease = z.infer<typeof disease>;

/** What a person fills in for a disease. */
export const diseaseInput = z.strictObject({
  ...diseaseFields,
  codes: diseaseCodesInput.default([]),
});
/** See {@link diseaseInput}. */
export type DiseaseInput = z.output<typeof diseaseInput>;
/** What a request may leave out, as pages of earlier versions do: a disease keeps what it has. */
export const diseaseBody = diseaseInput.extend({
  alsoKnownAs: diseaseFields.alsoKnownAs.unwrap().optional(),
  codes: diseaseCodesInput.optional(),
});
/** See {@link diseaseBody}. */
export type DiseaseBody = z.output<typeof diseaseBody>;
/** The names of the fields of {@link diseaseInput}. */
export const diseaseFieldNames = Object.keys(diseaseInput.shape) as (keyof DiseaseInput)[];
/** Those of {@link diseaseFieldNames} that are texts. */
export const diseaseTextNames = Object.entries(diseaseFields)
  .filter(([, schema]) => !(schema instanceof z.ZodEnum))
  .map(([name]) => name) as Exclude<keyof DiseaseFields, 'category'>[];

/** One disease. */
export const getDisease = customEndpoint('GET /api/diseases/{id}', {
  summary: 'One disease',
  access: access.passWith('read'),
  ...ofRecord,
  response: disease,
  revalidated: true,
  message: 'catalog.diseases.get',
});

/**
 * Tags of what is stored. An answer that was read after a tag is current as long as the tag is the
 * same. Every replica has the same tags.
 */
export const getRegistryTags = defineQuery({
  name: 'catalog.registry.tags',
  access: access.everyone,
  reply: z.object({
    /** Changes with every disease. */
    diseases: z.string(),
    /** Changes with every disease, treatment, note and history entry. */
    all: z.string(),
  }),
});
/** See {@link getRegistryTags}. */
export type RegistryTags = z.infer<typeof getRegistryTags.reply>;

/** A new disease. A repeated `Idempotency-Key` answers with the first one. */
export const createDisease = endpoint('POST /api/diseases', {
  summary: 'Adds a disease',
  access: access.from('editor'),
  body: diseaseBody,
  idempotent: true,
  errors: ['IDEMPOTENCY_KEY_REUSED'],
  message: 'catalog.diseases.create',
  location: '/api/diseases/{id}',
  reply: disease,
});

/** Replaces the input of a disease. */
export const updateDisease = endpoint('PUT /api/diseases/{id}', {
  summary: 'Changes a disease',
  access: access.from('editor'),
  ...ofRecord,
  body: diseaseBody,
  conditional: true,
  message: 'catalog.diseases.update',
  versioned: true,
  reply: disease,
});

/** Moves a disease with its treatment into the trash. */
export const deleteDisease = endpoint('DELETE /api/diseases/{id}', {
  summary: 'Moves a disease into the trash',
  access: access.from('editor'),
  ...ofRecord,
  conditional: true,
  message: 'catalog.diseases.delete',
});

/** What became of a disease, for records of other services that hang on it; `gone` is for good. */
export const getDiseaseState = defineQuery({
  name: 'catalog.diseases.state',
  callers: ['media'],
  request: byId,
  reply: z.object({ state: z.enum(['live', 'deleted', 'gone']) }),
});
/** See {@link getDiseaseState}. */
export type DiseaseState = z.infer<typeof getDiseaseState.reply>['state'];

const ids = z.array(objectId).max(100);

/** What diseases are called, deleted ones too, and whose treatments those are; purged ones are left out. */
export const getDiseaseNames = defineQuery({
  name: 'catalog.diseases.names',
  callers: ['ops'],
  request: z.strictObject({ diseaseIds: ids, treatmentIds: ids }),
  reply: z.object({
    diseases: z.array(z.object({ id: objectId, nameEn: z.string(), nameKn: z.string() })),
    treatments: z.array(z.object({ id: objectId, diseaseId: objectId })),
  }),
});

const event = eventsAbout('catalog.disease', {
  diseaseId: objectId,
  nameEn: z.string(),
  nameKn: z.string(),
  version,
  changes: z.array(fieldChange),
});
/** `diseases`: how many were created, changed or taken back. */
const importEvent = eventsAbout('catalog.disease', {
  importId: z.string(),
  diseases: z.number().int(),
});

/** What happens to diseases. */
export const diseaseEvents = {
  created: event('created'),
  updated: event('updated'),
  deleted: event('deleted'),
  restored: event('restored'),
  purged: defineEvent({
    name: 'catalog.disease.purged.v1',
    payload: z.object({ diseaseId: objectId, treatmentIds: z.array(objectId) }),
  }),
  /** One for all diseases of an import. */
  imported: importEvent('imported'),
  /** One for all diseases that the undoing of an import has taken back. */
  importUndone: importEvent('import-undone'),
};
