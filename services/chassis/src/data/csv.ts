import { stringify } from 'csv-stringify/sync';

/** Spreadsheet programs take a text that begins like this for a formula. */
const FORMULA = /^[=+\-@'\t\r]/;

/** Rows as CSV; a `'` keeps the texts of {@link FORMULA} texts. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => row.map((cell) => (FORMULA.test(cell) ? `'${cell}` : cell))),
    // The library quotes a line break only where it is the one between records.
    { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  );

/** The text of a cell, without the `'` that {@link toCsv} has added. */
export const fromCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
