import { z } from 'zod';
import { fieldErrorCodes } from '../field-errors.js';
import { objectId } from '../records.js';

/** Why a row is refused: an error of its field, or of the row as a whole. */
const refusalCodes = [
  ...fieldErrorCodes,
  /** The disease is in the file already, in the line `line`. */
  'DUPLICATE_ROW',
  /** Rows of one disease have different values. */
  'ROWS_DIFFER',
  /** Several diseases have these names: the row needs an id. */
  'AMBIGUOUS_NAMES',
  'IN_TRASH',
  /** Letters became question marks when the file was saved. */
  'TEXT_LOST',
  /** The cell of a workbook is a date, an error, a formatted number, or a formula without a value. */
  'NOT_TEXT',
  /** A stored text or protocol goes, which was not accepted. */
  'WOULD_LOSE',
  'NOT_JSON',
  /** Another user changed the disease at the same moment. */
  'CHANGED_MEANWHILE',
] as const;

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
  /** The file is no workbook, or one with a password. */
  'NO_WORKBOOK',
  /** The workbook is larger than `max` bytes, packed or unpacked. */
  'TOO_LARGE',
  /** Rows of the same diseases lie too far apart: the file must be sorted. */
  'SCATTERED',
  'FILE_LOST',
  'INTERRUPTED',
  'INTERNAL',
] as const;
/** One of {@link importErrorCodes}. */
export type ImportErrorCode = (typeof importErrorCodes)[number];

const errorParams = z.record(z.string(), z.union([z.string(), z.number()]));
const count = z.number().int().min(0);

/**
 * One refused row; `line` is its row in a spreadsheet program. `value` is the beginning of what the file
 * has there, `allowed` what it may have.
 */
export const refusal = z.object({
  line: count,
  field: z.string(),
  code: z.enum(refusalCodes),
  params: errorParams.optional(),
  value: z.string().optional(),
  allowed: z.array(z.string()).optional(),
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

/**
 * What becomes of rows. A `skipped` row is not read because of another one: the disease is refused for
 * that row, or that row is of the same disease.
 */
export const rowResults = ['created', 'updated', 'unchanged', 'refused', 'skipped'] as const;

/** Rows that follow each other and have the same result; `because` is the line of the other row. */
export const rowRange = z.object({
  from: count,
  to: count,
  result: z.enum(rowResults),
  because: count.optional(),
});
/** See {@link rowRange}. */
export type RowRange = z.infer<typeof rowRange>;

const names = { nameEn: z.string(), nameKn: z.string() };

/** A text or a protocol of a disease that an import takes away; the texts begin where they differ. */
export const loss = z.object({
  line: count,
  diseaseId: objectId,
  ...names,
  field: z.string(),
  /** `removed` is a protocol or a code. */
  kind: z.enum(['emptied', 'shortened', 'removed']),
  before: z.string(),
  after: z.string(),
});
/** See {@link loss}. */
export type Loss = z.infer<typeof loss>;

/** A disease that an import creates although another one is called very like it. */
export const similarName = z.object({
  line: count,
  ...names,
  other: z.object({ diseaseId: objectId, ...names }),
});
/** See {@link similarName}. */
export type SimilarName = z.infer<typeof similarName>;

/** Why an import failed. */
export const importError = z.object({
  code: z.enum(importErrorCodes),
  params: errorParams.optional(),
});

/** A disease that was changed after the import and that its undoing leaves as it is. */
export const keptDisease = z.object({ diseaseId: objectId, ...names });

/** How many rows of a file have which result. */
export const rowCounts = z.object({
  created: count,
  updated: count,
  unchanged: count,
  refused: count,
  skipped: count,
} satisfies Record<RowRange['result'], z.ZodType>);
/** The rows of a file by their results. */
export type RowCounts = z.infer<typeof rowCounts>;
/** See {@link RowCounts}. */
export const noRows: RowCounts = { created: 0, updated: 0, unchanged: 0, refused: 0, skipped: 0 };

/** Refusals, planned changes and kept diseases that an import lists; further ones are only counted. */
export const MAX_LISTED_REFUSALS = 1_000;
/** See {@link MAX_LISTED_REFUSALS}. */
export const MAX_LISTED_CHANGES = 200;
/** Ranges of rows that an import lists; the rows of further ones are only counted. */
export const MAX_LISTED_RANGES = 2_000;
