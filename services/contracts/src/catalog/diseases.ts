import { z } from 'zod';
import { defineCommand, defineQuery, done } from '../command.js';
import { defineEvent, fieldChange } from '../event.js';
import { objectId, timestamp, version } from '../ids.js';
import { pageQuery } from '../paging.js';
import { optionalText, requiredText } from '../text.js';
import { ALL_CATEGORIES } from '../vocabulary/categories.js';
import { category } from '../vocabulary/schemas.js';
import {
  MAX_NAME,
  MAX_NOTE,
  MAX_PAGE_LIMIT,
  MAX_SEARCH,
  MAX_UNPAGED,
} from '../vocabulary/limits.js';

/** A disease as everybody sees it. */
export const disease = z.object({
  id: objectId,
  nameEn: z.string(),
  nameKn: z.string(),
  category,
  notes: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
  version,
});
/** See {@link disease}. */
export type Disease = z.infer<typeof disease>;

/** What a person fills in for a disease. */
export const diseaseInput = z.strictObject({
  nameEn: requiredText(MAX_NAME),
  nameKn: requiredText(MAX_NAME),
  category,
  notes: optionalText(MAX_NOTE),
});
/** See {@link diseaseInput}. */
export type DiseaseInput = z.output<typeof diseaseInput>;

/** Query string of the registry. */
export const diseaseQuery = pageQuery.extend({
  category: z.enum([ALL_CATEGORIES, ...category.options]).optional(),
  search: z.string().trim().max(MAX_SEARCH).optional(),
});

const ifMatch = { ifMatch: version.optional() };

/**
 * One page of the registry. `knownEtag` is the ETag of what the caller holds:
 * where it still fits, `notModified` comes instead of rows.
 */
export const listDiseases = defineQuery({
  name: 'catalog.diseases.list',
  request: z.strictObject({
    category: category.optional(),
    search: z.string().trim().max(MAX_SEARCH).optional(),
    page: z.number().int().min(1).default(1),
    limit: z.number().int().min(1).max(MAX_UNPAGED).default(MAX_PAGE_LIMIT),
    knownEtag: z.string().max(200).optional(),
  }),
  reply: z.object({
    notModified: z.boolean(),
    etag: z.string(),
    total: z.number().int(),
    items: z.array(disease),
  }),
});

/** One disease; `NOT_FOUND` where it is unknown or deleted. */
export const getDisease = defineQuery({
  name: 'catalog.diseases.get',
  request: z.strictObject({ id: objectId }),
  reply: disease,
});

/** What became of a disease, for records of other services that hang on it; `gone` is for good. */
export const getDiseaseState = defineQuery({
  name: 'catalog.diseases.state',
  request: z.strictObject({ id: objectId }),
  reply: z.object({ state: z.enum(['live', 'deleted', 'gone']) }),
});
/** See {@link getDiseaseState}. */
export type DiseaseState = z.infer<typeof getDiseaseState.reply>['state'];

/** A new disease. The envelope's idempotency key makes a repetition answer with the first one. */
export const createDisease = defineCommand({
  name: 'catalog.diseases.create',
  request: diseaseInput,
  reply: disease,
});

/** Replaces what a person filled in; `VERSION_CONFLICT` where `ifMatch` is not the current version. */
export const updateDisease = defineCommand({
  name: 'catalog.diseases.update',
  request: diseaseInput.extend({ id: objectId, ...ifMatch }),
  reply: disease,
});

/** Moves a disease and what hangs on it into the trash. */
export const deleteDisease = defineCommand({
  name: 'catalog.diseases.delete',
  request: z.strictObject({ id: objectId, ...ifMatch }),
  reply: done,
});

const diseaseFact = z.object({
  diseaseId: objectId,
  nameEn: z.string(),
  nameKn: z.string(),
  version,
  changes: z.array(fieldChange),
});

/** What happens to diseases. */
export const diseaseEvents = {
  created: defineEvent({ name: 'catalog.disease.created.v1', payload: diseaseFact }),
  updated: defineEvent({ name: 'catalog.disease.updated.v1', payload: diseaseFact }),
  deleted: defineEvent({ name: 'catalog.disease.deleted.v1', payload: diseaseFact }),
  restored: defineEvent({ name: 'catalog.disease.restored.v1', payload: diseaseFact }),
  purged: defineEvent({
    name: 'catalog.disease.purged.v1',
    payload: z.object({ diseaseId: objectId, treatmentIds: z.array(objectId) }),
  }),
};
