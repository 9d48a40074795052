import {
  diseaseColumns,
  importColumn,
  UNREAD_COLUMN,
  type ImportColumn,
  type PlannedColumn,
} from '@ctdb/contracts';
import { z } from 'zod';
import { tokenize } from '../diseases/search/tokenize.js';
import { ImportFileError } from './import-file.error.js';
import headers from './import-headers.json' with { type: 'json' };

/** Most columns of a file. Cells behind them are one cell. */
export const MAX_COLUMNS = 200;
const MAX_HEADER_LENGTH = 100;

const nameList = z.array(z.string());
const inBoth = z.object({ english: nameList, kannada: nameList });
/** How people call the columns; those of texts in both languages by their names in each. */
const { bilingual, others, languages } = z
  .object({
    bilingual: z.array(inBoth.extend({ columns: z.tuple([importColumn, importColumn]) })),
    others: z.partialRecord(importColumn, nameList),
    languages: inBoth,
  })
  .parse(headers);

const toKey = (header: string): string =>
  tokenize(header)
    .filter((word) => word !== 'in')
    .join('');

/** The column of a header by its letters and digits: `Name (English)`, `English name` and `name_en` are `nameEn`. */
const columnByKey = new Map<string, ImportColumn>();

const addNames = (column: string, names: readonly string[]): void => {
  for (const name of names) columnByKey.set(toKey(name), column as ImportColumn);
};

const inLanguage = (names: readonly string[], language: readonly string[]): string[] =>
  names.flatMap((name) => language.flatMap((called) => [`${name} ${called}`, `${called} ${name}`]));

for (const { columns, english, kannada } of bilingual) {
  const [columnEn, columnKn] = columns;
  const both = [...english, ...kannada];
  addNames(columnEn, [...english, ...inLanguage(both, languages.english)]);
  addNames(columnKn, [...kannada, ...inLanguage(both, languages.kannada)]);
}
for (const [column, names] of Object.entries(others)) addNames(column, names);
for (const column of diseaseColumns) addNames(column, [column]);

const columnOf = (header: string): ImportColumn | undefined => columnByKey.get(toKey(header));

/** How many of some headers are known. */
export const countKnown = (headers: readonly string[]): number =>
  headers.filter((header) => columnOf(header) !== undefined).length;

/** Which column is which: as `chosen` says, otherwise by the headers. One without a header has no field. */
export const planColumns = (
  headers: readonly string[],
  chosen: readonly ImportColumn[] | undefined,
): PlannedColumn[] =>
  headers.map((text, index) => ({
    header: text.trim().slice(0, MAX_HEADER_LENGTH),
    field: chosen ? (chosen[index] ?? UNREAD_COLUMN) : (columnOf(text) ?? ''),
  }));

/** Throws unless the file can be read with these columns. */
export const assertColumns = (
  columns: readonly PlannedColumn[],
  chosen: readonly ImportColumn[] | undefined,
): void => {
  if (!columns.some(({ field }) => field !== '' && field !== UNREAD_COLUMN))
    throw new ImportFileError('NO_HEADER');
  const isTaken = (field: string, index: number) =>
    field !== UNREAD_COLUMN && columns.findIndex((each) => each.field === field) < index;
  const wrong = columns.find(({ field, header }, index) =>
    field === '' ? header !== '' : isTaken(field, index),
  );
  const missing = chosen?.slice(columns.length).find((field) => field !== UNREAD_COLUMN);
  const column = wrong?.header ?? missing;
  if (column !== undefined) throw new ImportFileError('UNKNOWN_COLUMN', { column });
};
