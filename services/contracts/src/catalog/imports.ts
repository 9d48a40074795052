import { z } from 'zod';
import { defineQuery } from '../command.js';
import { access } from '../authorisation.js';
import { customEndpoint, endpoint } from '../endpoint.js';
import { byId, objectId, ofRecord, paged, timestamp } from '../records.js';
import { comparedText } from '../text-fields.js';
import { MAX_IMPORT_BYTES, PAGE_SIZE } from '../constants/limits.js';
import { diseaseColumns, transferFormat } from './exports.js';
import {
  importError,
  keptDisease,
  loss,
  noRows,
  plannedChange,
  refusal,
  rowCounts,
  rowRange,
  similarName,
} from './import-results.js';

/** Formats of imports; `xlsx` is a workbook of a spreadsheet program. */
export const importFormats = [...transferFormat.options, 'xlsx'] as const;
/** One of {@link importFormats}. */
export type ImportFormat = (typeof importFormats)[number];

/** The media type of each format. */
export const importMediaTypes = {
  csv: 'text/csv',
  json: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ImportFormat, string>;

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

/** Stands for a column that an import does not read. */
export const UNREAD_COLUMN = '-';
/** The field that a column of the file is, or {@link UNREAD_COLUMN}. */
export const importColumn = z.enum([...diseaseColumns, UNREAD_COLUMN]);
/** See {@link importColumn}. */
export type ImportColumn = z.infer<typeof importColumn>;

/** A column of the file; `field` is an {@link ImportColumn}, empty if the header is not known. */
export const plannedColumn = z.object({ header: z.string(), field: z.string() });
/** See {@link plannedColumn}. */
export type PlannedColumn = z.infer<typeof plannedColumn>;

const count = z.number().int().min(0);

/** An import; the figures count diseases, `rows` and `rowCounts` rows of the file. */
export const importSummary = z.object({
  id: objectId,
  status: z.enum(importStatuses),
  format: z.enum(importFormats),
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
  /** Services before them leave these out. */
  rowCounts: rowCounts.default(noRows),
  /** Changed diseases that lose a text or a protocol. */
  losing: count.default(0),
  /** Created diseases that another one is called very like. */
  similar: count.default(0),
  /** Diseases that the undoing has taken back, and left. */
  undone: count,
  kept: count,
  error: importError.optional(),
  isUndoable: z.boolean(),
});
/** See {@link importSummary}. */
export type ImportSummary = z.infer<typeof importSummary>;

/** An import with the first of what is refused, planned, lost and kept. */
export const importDetail = importSummary.extend({
  refusals: z.array(refusal),
  planned: z.array(plannedChange),
  keptDiseases: z.array(keptDisease),
  /** Empty for JSON. */
  columns: z.array(plannedColumn).default([]),
  /** Of a workbook: the sheet that is read, and how many are not. */
  sheet: z.string().optional(),
  otherSheets: count.default(0),
  /** Ordered by their lines. */
  rowRanges: z.array(rowRange).default([]),
  losses: z.array(loss).default([]),
  similarNames: z.array(similarName).default([]),
});
/** See {@link importDetail}. */
export type ImportDetail = z.infer<typeof importDetail>;

/** Diseases may lose texts and protocols; without it they are refused, or the import as a whole. */
const losses = { losses: z.literal('accepted').optional() };

const file = {
  format: z.enum(importFormats),
  name: comparedText(200),
  bytes: z.number().int().min(1).max(MAX_IMPORT_BYTES),
};

/** Where the file of a new import is to be put. */
export const locateImportFile = defineQuery({
  name: 'catalog.imports.locate',
  access: access.from('admin'),
  reply: z.object({ id: objectId, putUrl: z.url() }),
});

/**
 * Uploads a file and checks it; without `dryRun` it is imported at once. The body is the file. Its
 * name is `name`. `columns` says which column is which, one {@link importColumn} for each column of the
 * file; without it their headers do.
 */
export const startImport = customEndpoint('POST /api/import', {
  summary: 'Checks or imports a file of diseases',
  access: access.from('admin'),
  rateLimit: 'upload',
  query: z.strictObject({
    dryRun: z.enum(['', 'true', 'false']).default('false'),
    name: comparedText(200).default(''),
    columns: z
      .string()
      .max(2_000)
      .regex(/^[A-Za-z-]+(,[A-Za-z-]+)*$/)
      .optional(),
    ...losses,
  }),
  fileTypes: Object.values(importMediaTypes),
  response: importDetail,
  status: 202,
  errors: ['FILE_REQUIRED', 'IMPORT_RUNNING'],
  message: 'catalog.imports.start',
  request: z.strictObject({
    id: objectId,
    ...file,
    dryRun: z.boolean(),
    columns: z.array(importColumn).optional(),
    ...losses,
  }),
});

/** Imports, newest first. */
export const listImports = endpoint('GET /api/import', {
  summary: 'Imports, newest first',
  access: access.from('admin'),
  message: 'catalog.imports.list',
  ...paged(importSummary, PAGE_SIZE),
});

/** One import. */
export const getImport = endpoint('GET /api/import/{id}', {
  summary: 'One import with its refused rows',
  access: access.from('admin'),
  ...ofRecord,
  message: 'catalog.imports.get',
  reply: importDetail,
});

/** What the changes of one import have in common. */
const ofImport = {
  access: access.from('admin'),
  params: byId,
  status: 202,
  reply: importDetail,
} as const;

/**
 * Runs an import that was checked; one that runs already stays as it is. `IMPORT_LOSSES` if diseases would
 * lose texts or protocols and `losses` is not `accepted`.
 */
export const runImport = endpoint('POST /api/import/{id}/run', {
  ...ofImport,
  summary: 'Runs an import that was checked',
  query: z.strictObject(losses),
  errors: ['NOT_FOUND', 'IMPORT_RUNNING', 'IMPORT_ENDED', 'IMPORT_LOSSES'],
  message: 'catalog.imports.run',
});

/** Ends an import where it is; what it has changed stays, and can be undone. */
export const cancelImport = endpoint('POST /api/import/{id}/cancel', {
  ...ofImport,
  summary: 'Cancels an import',
  errors: ['NOT_FOUND', 'IMPORT_ENDED'],
  message: 'catalog.imports.cancel',
});

/** Takes back what an import has changed; diseases that were changed since stay as they are. */
export const undoImport = endpoint('POST /api/import/{id}/undo', {
  ...ofImport,
  summary: 'Undoes an import',
  errors: ['NOT_FOUND', 'IMPORT_RUNNING', 'IMPORT_ENDED'],
  message: 'catalog.imports.undo',
});
