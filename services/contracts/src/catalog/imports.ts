import { z } from 'zod';
import { defineQuery } from '../command.js';
import { access } from '../authorisation.js';
import { customEndpoint, endpoint } from '../endpoint.js';
import { objectId, timestamp } from '../ids.js';
import { pageOf, pageQuery } from '../paging.js';
import { fieldErrorCodes } from '../field-errors.js';
import { comparedText } from '../text-fields.js';
import { MAX_IMPORT_BYTES, PAGE_SIZE } from '../constants/limits.js';
import { transferFormat } from './exports.js';

/**
 * The states of an import. `checked`: the preview is ready and nothing was changed. A cancelled or
 * failed import may have changed something, which can be undone.
 */
export const importStatuses = [
  'checking',
  'checked',
  'running',
  'completed',
  'cancelled',
  'failed',
  'undoing',
  'undone',
] as const;
/** One of {@link importStatuses}. */
export type ImportStatus = (typeof importStatuses)[number];

/** Why a row is refused: an error of its field, or of the row as a whole. */
export const refusalCodes = [
  ...fieldErrorCodes,
  /** The disease is in the file already, in the line `line`. */
  'DUPLICATE_ROW',
  /** Rows of one disease have different values. */
  'ROWS_DIFFER',
  /** Several diseases have these names: the row needs an id. */
  'AMBIGUOUS_NAMES',
  'IN_TRASH',
  'NOT_JSON',
  /** Another user changed the disease at the same moment. */
  'CHANGED_MEANWHILE',
] as const;
/** One of {@link refusalCodes}. */
export type RefusalCode = (typeof refusalCodes)[number];

/** Why an import cannot read its file, or go on. */
export const importErrorCodes = [
  'EMPTY',
  'NOT_UTF8',
  'NO_HEADER',
  /** `column` is none of ours, or there twice. */
  'UNKNOWN_COLUMN',
  /** The row `line` has no end or is too long; perhaps a quotation mark is missing. */
  'UNREADABLE',
  'TOO_MANY_ROWS',
  'FILE_LOST',
  'INTERRUPTED',
  'INTERNAL',
] as const;
/** One of {@link importErrorCodes}. */
export type ImportErrorCode = (typeof importErrorCodes)[number];

const errorParams = z.record(z.string(), z.union([z.string(), z.number()]));
const count = z.number().int().min(0);

/** One refused row; `line` is its row in a spreadsheet program. */
export const refusal = z.object({
  line: count,
  field: z.string(),
  code: z.enum(refusalCodes),
  params: errorParams.optional(),
});
/** See {@link refusal}. */
export type Refusal = z.infer<typeof refusal>;

/** One disease that an import creates or changes, with the names of what it changes. */
export const plannedChange = z.object({
  line: count,
  action: z.enum(['create', 'update']),
  nameEn: z.string(),
  nameKn: z.string(),
  fields: z.array(z.string()),
});
/** See {@link plannedChange}. */
export type PlannedChange = z.infer<typeof plannedChange>;

/** A disease that was changed after the import and that its undoing leaves as it is. */
const keptDisease = z.object({ diseaseId: objectId, nameEn: z.string(), nameKn: z.string() });

/** An import; the figures count diseases, `rows` rows of the file. */
export const importSummary = z.object({
  id: objectId,
  status: z.enum(importStatuses),
  format: transferFormat,
  name: z.string(),
  bytes: count,
  startedBy: z.string(),
  createdAt: timestamp,
  endedAt: timestamp.optional(),
  /** How much of the current work is done, from 0 to 1. */
  progress: z.number().min(0).max(1),
  rows: count,
  created: count,
  updated: count,
  unchanged: count,
  refused: count,
  /** Diseases that the undoing has taken back, and left. */
  undone: count,
  kept: count,
  error: z.object({ code: z.enum(importErrorCodes), params: errorParams.optional() }).optional(),
  isUndoable: z.boolean(),
});
/** See {@link importSummary}. */
export type ImportSummary = z.infer<typeof importSummary>;

/** An import with the first rows that are refused, planned and kept. */
export const importDetail = importSummary.extend({
  refusals: z.array(refusal),
  planned: z.array(plannedChange),
  keptDiseases: z.array(keptDisease),
});
/** See {@link importDetail}. */
export type ImportDetail = z.infer<typeof importDetail>;

/** Refusals, planned changes and kept diseases that an import lists; further ones are only counted. */
export const MAX_LISTED_REFUSALS = 1_000;
/** See {@link MAX_LISTED_REFUSALS}. */
export const MAX_LISTED_CHANGES = 200;

const byId = z.strictObject({ id: objectId });
const file = {
  format: transferFormat,
  name: comparedText(200),
  bytes: z.number().int().min(1).max(MAX_IMPORT_BYTES),
};

/** Where the file of a new import is to be put. */
export const locateImportFile = defineQuery({
  name: 'catalog.imports.locate',
  access: access.from('admin'),
  request: z.strictObject({}),
  reply: z.object({ id: objectId, putUrl: z.url() }),
});

/**
 * Uploads a file and checks it; without `dryRun` it is imported at once. The body is the file. Its
 * name is `name`.
 */
export const startImport = customEndpoint({
  method: 'POST',
  path: '/api/import',
  summary: 'Checks or imports a file of diseases',
  access: access.from('admin'),
  rateLimit: 'upload',
  query: z.strictObject({
    dryRun: z.enum(['', 'true', 'false']).default('false'),
    name: comparedText(200).default(''),
  }),
  fileTypes: ['text/csv', 'application/x-ndjson'],
  response: importDetail,
  status: 202,
  errors: ['FILE_REQUIRED', 'IMPORT_RUNNING'],
  message: 'catalog.imports.start',
  request: z.strictObject({ id: objectId, ...file, dryRun: z.boolean() }),
  reply: importDetail,
});

/** Imports, newest first. */
export const listImports = endpoint({
  method: 'GET',
  path: '/api/import',
  summary: 'Imports, newest first',
  access: access.from('admin'),
  query: pageQuery,
  message: 'catalog.imports.list',
  answer: 'page',
  pageSize: PAGE_SIZE,
  reply: pageOf(importSummary),
});

/** One import. */
export const getImport = endpoint({
  method: 'GET',
  path: '/api/import/{id}',
  summary: 'One import with its refused rows',
  access: access.from('admin'),
  params: byId,
  errors: ['NOT_FOUND'],
  message: 'catalog.imports.get',
  reply: importDetail,
});

/** Runs an import that was checked; one that runs already stays as it is. */
export const runImport = endpoint({
  method: 'POST',
  path: '/api/import/{id}/run',
  summary: 'Runs an import that was checked',
  access: access.from('admin'),
  params: byId,
  errors: ['NOT_FOUND', 'IMPORT_RUNNING', 'IMPORT_ENDED'],
  message: 'catalog.imports.run',
  status: 202,
  reply: importDetail,
});

/** Ends an import where it is; what it has changed stays, and can be undone. */
export const cancelImport = endpoint({
  method: 'POST',
  path: '/api/import/{id}/cancel',
  summary: 'Cancels an import',
  access: access.from('admin'),
  params: byId,
  errors: ['NOT_FOUND', 'IMPORT_ENDED'],
  message: 'catalog.imports.cancel',
  status: 202,
  reply: importDetail,
});

/** Takes back what an import has changed; diseases that were changed since stay as they are. */
export const undoImport = endpoint({
  method: 'POST',
  path: '/api/import/{id}/undo',
  summary: 'Undoes an import',
  access: access.from('admin'),
  params: byId,
  errors: ['NOT_FOUND', 'IMPORT_RUNNING', 'IMPORT_ENDED'],
  message: 'catalog.imports.undo',
  status: 202,
  reply: importDetail,
});
