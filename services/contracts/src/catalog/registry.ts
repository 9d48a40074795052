import { z } from 'zod';
import { access } from '../authorisation.js';
import { customEndpoint, endpoint } from '../endpoint.js';
import { pageQuery } from '../records.js';
import { comparedText, kannadaText, requiredLine } from '../text-fields.js';
import { ALL_CATEGORIES, diseaseSorts, languageStates } from '../constants/catalog.js';
import { category, outcome } from '../constants/schemas.js';
import {
  MAX_NAME_LENGTH,
  MAX_PAGE_LIMIT,
  MAX_SEARCH_LENGTH,
  MAX_UNPAGED_ITEMS,
} from '../constants/limits.js';
import { colorLook, colorRef } from './colors.js';
import { disease } from './diseases.js';

/** What the registry can be filtered by, beside the category: facts of a disease's treatment. */
const facetFields = {
  color: colorRef.optional(),
  /** As a protocol has it in English, in whatever spelling, see `fold`. */
  area: requiredLine(MAX_NAME_LENGTH).optional(),
  /** Of any history entry. */
  outcome: outcome.optional(),
  language: z.enum(languageStates).optional(),
};
/** The names of these filters. */
export const facetNames = Object.keys(facetFields) as (keyof typeof facetFields)[];

const filterQuery = z.strictObject({
  category: z.enum([ALL_CATEGORIES, ...category.options]).optional(),
  search: comparedText(MAX_SEARCH_LENGTH).optional(),
  ...facetFields,
});

/** Query string of the registry. Without `sort`, best matches come first, else English names. */
export const diseaseQuery = pageQuery.extend({
  ...filterQuery.shape,
  sort: z.enum(diseaseSorts).optional(),
});

/** Why a search found a disease. */
export const searchMatch = z.object({
  /** Words that answer to the search, as they stand in the names or in `text`. */
  words: z.array(z.string()),
  /** The field that answers where the names do not; later versions may name others. */
  field: z.string().optional(),
  /** What answers in that field: another name, a code, a piece of a text. */
  text: z.string().optional(),
});
/** See {@link searchMatch}. */
export type SearchMatch = z.infer<typeof searchMatch>;

/** A disease of a page of the registry, with why a search found it. */
export const foundDisease = disease.extend({ match: searchMatch.optional() });

/**
 * One page of the registry. `knownEtag` is the ETag that the caller has: if it is still current,
 * the reply is `notModified` without rows.
 */
export const listDiseases = customEndpoint('GET /api/diseases', {
  summary: 'The registry, filtered, searched and paged',
  access: access.passWith('read'),
  query: diseaseQuery,
  response: z.array(foundDisease),
  revalidated: true,
  message: 'catalog.diseases.list',
  request: z.strictObject({
    ...filterQuery.shape,
    category: category.optional(),
    sort: diseaseQuery.shape.sort,
    page: z.number().int().min(1).default(1),
    limit: z.number().int().min(1).max(MAX_UNPAGED_ITEMS).default(MAX_PAGE_LIMIT),
    knownEtag: z.string().max(200).optional(),
  }),
  reply: z.object({
    notModified: z.boolean(),
    etag: z.string(),
    total: z.number().int(),
    items: z.array(foundDisease),
    /** A search that finds something, where nothing is spelled as it was typed. */
    didYouMean: z.string().optional(),
  }),
});

const count = z.number().int().min(0);

/**
 * The filters: values that find something, and the chosen ones, each with the number of diseases that
 * it leaves of those that the other filters let in.
 */
export const getDiseaseFilters = endpoint('GET /api/diseases/filters', {
  summary: 'What the registry can be filtered by, with numbers of diseases',
  access: access.passWith('read'),
  query: filterQuery,
  message: 'catalog.diseases.filters',
  // The first call after a start reads all treatments.
  deadlineMs: 15_000,
  reply: z.object({
    colors: z.array(z.object({ value: colorRef, look: colorLook.optional(), count })),
    /** The most frequent ones. */
    areas: z.array(z.object({ value: z.string(), valueKn: kannadaText, count })),
    outcomes: z.array(z.object({ value: outcome, count })),
    languages: z.array(z.object({ value: z.enum(languageStates), count })),
  }),
});
/** See {@link getDiseaseFilters}. */
export type DiseaseFilters = z.infer<typeof getDiseaseFilters.reply>;
