import { stringify } from 'csv-stringify/sync';

/** Spreadsheet programs take a text that begins like this for a formula, some after white space. */
const FORMULA = /^(?:'|\s*[=+\-@＝＋－＠\t\r\n])/;

/**
 * Rows as CSV; a `'` keeps the texts of {@link FORMULA} texts. Every cell is quoted, so that a `;` opens no new one
 * where that is the separator.
 */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => row.map((cell) => (FORMULA.test(cell) ? `'${cell}` : cell))),
    { record_delimiter: '\r\n', quoted: true, quoted_empty: true },
  );

/** The text of a cell, without the `'` that {@link toCsv} has added. */
export const fromCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
