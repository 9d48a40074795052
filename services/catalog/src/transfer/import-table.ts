import { fromCell } from '@ctdb/chassis';
import {
  descriptionColumns,
  type diseaseColumns,
  diseaseFieldNames,
  MAX_IMPORT_ROWS,
  MAX_PROTOCOLS,
  protocolFieldNames,
  UNREAD_COLUMN,
  type ImportColumn,
  type PlannedColumn,
} from '@ctdb/contracts';
import type { TableRow } from './csv-rows.js';
import { assertColumns, planColumns } from './import-columns.js';
import { ImportFileError, MAX_HELD_LENGTH, MAX_ROW_LENGTH } from './import-file.error.js';
import { cutLists, newItem, refuse, toCategory, type ImportItem } from './import-item.js';
import { fromCodesCell, type ProtocolTexts } from './transfer-rows.js';

/** A table, which is read twice. */
export interface Table {
  rows: () => AsyncIterable<TableRow>;
  /** Which column is which; without it the headers say that. */
  chosen: readonly ImportColumn[] | undefined;
  /** Gets the columns before the first disease. */
  onColumns: (columns: PlannedColumn[]) => Promise<void> | void;
}

type Field = (typeof diseaseColumns)[number];
type Row = Partial<Record<Field, string>>;

export const diseaseKeys = ['id', ...diseaseFieldNames, ...descriptionColumns] as const;
/** About what a row needs in memory beside its texts, in characters. */
const ROW_OVERHEAD = 150;

const isField = (column: PlannedColumn | undefined): column is PlannedColumn & { field: Field } =>
  column !== undefined && column.field !== '' && column.field !== UNREAD_COLUMN;

/** The cells of a row by their fields. */
const toRow = ({ cells }: TableRow, columns: readonly PlannedColumn[]): Row => {
  const row: Row = {};
  for (const [index, column] of columns.entries())
    if (isField(column)) row[column.field] = fromCell(cells[index] ?? '');
  return row;
};

/** Rows with the same key are one disease, wherever they stand. */
const toKey = ({ id, nameEn = '', nameKn = '' }: Row): string =>
  (id?.trim().toLowerCase() || `${nameEn.trim()}\n${nameKn.trim()}`).normalize('NFC');

/** Refuses cells that no column takes, and those that are no text. */
const checkCells = (
  item: ImportItem,
  { line, cells, notText = [] }: TableRow,
  columns: readonly PlannedColumn[],
): void => {
  for (const index of notText) {
    const column = columns[index];
    if (isField(column)) refuse(item, { line, field: column.field, code: 'NOT_TEXT' });
  }
  const extra = cells.find((cell, index) => cell.trim() !== '' && !columns[index]?.field);
  if (extra === undefined) return;
  const max = columns.filter(({ field }) => field !== '').length;
  refuse(item, { line, field: '', code: 'TOO_MANY', params: { max }, value: extra });
};

/** Adds what a row says of the disease. */
const merge = (item: ImportItem, row: Row, line: number): void => {
  const known = item.disease as Partial<Record<(typeof diseaseKeys)[number], string>>;
  for (const field of diseaseKeys) {
    const text = row[field];
    const value = field === 'category' && text !== undefined ? toCategory(text) : text;
    if (value === undefined || value === known[field]) continue;
    if (!known[field]) known[field] = value;
    else if (value !== '') refuse(item, { line, field, code: 'ROWS_DIFFER', value });
  }
};

const addProtocol = (item: ImportItem, row: Row, line: number): void => {
  const protocol = Object.fromEntries(
    protocolFieldNames.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])),
  ) as ProtocolTexts;
  if (Object.keys(protocol).length === 0) return;
  item.disease.protocols ??= [];
  if (Object.values(protocol).every((text) => text.trim() === '')) return;
  if (item.disease.protocols.length > MAX_PROTOCOLS) return;
  item.disease.protocols.push(protocol);
  item.protocolLines.push(line);
};

const addRow = (item: ImportItem, row: Row, line: number, length: number): void => {
  item.lines.push(line);
  if (item.length > MAX_ROW_LENGTH) return;
  item.length += length;
  if (item.length > MAX_ROW_LENGTH)
    refuse(item, { line, field: '', code: 'TOO_LONG', params: { max: MAX_ROW_LENGTH } });
  merge(item, row, line);
  addProtocol(item, row, line);
};

/** All rows of a disease are read. */
const complete = (item: ImportItem, progress: number): ImportItem => {
  const { codes } = item.disease as Row;
  if (codes !== undefined) item.disease.codes = fromCodesCell(codes);
  return cutLists({ ...item, progress });
};

/** The first reading of a table: its columns, its length, and the place of the last row of each disease. */
const survey = async ({ rows, chosen, onColumns }: Table) => {
  let columns: PlannedColumn[] | undefined;
  let length = 0;
  const last = new Map<string, number>();
  for await (const row of rows()) {
    if (!columns) {
      columns = planColumns(row.cells, chosen);
      await onColumns(columns);
      assertColumns(columns, chosen);
      continue;
    }
    length += 1;
    if (length > MAX_IMPORT_ROWS)
      throw new ImportFileError('TOO_MANY_ROWS', { max: MAX_IMPORT_ROWS });
    last.set(toKey(toRow(row, columns)), length);
  }
  return { columns: columns ?? [], length, last };
};

/**
 * The diseases of a table, each after its last row. The first reading finds that row, so that only diseases
 * whose rows are scattered are held.
 */
export async function* readTable(table: Table): AsyncGenerator<ImportItem> {
  const { columns, length, last } = await survey(table);
  const open = new Map<string, ImportItem>();
  let held = 0;
  // The header.
  let place = -1;
  for await (const tableRow of table.rows()) {
    place += 1;
    if (place === 0) continue;
    const { line, cells } = tableRow;
    const row = toRow(tableRow, columns);
    const key = toKey(row);
    const item = open.get(key) ?? newItem(line);
    checkCells(item, tableRow, columns);
    held -= open.has(key) ? item.length : 0;
    addRow(item, row, line, cells.join('').length + ROW_OVERHEAD);
    if (last.get(key) === place) {
      open.delete(key);
      yield complete(item, place / length);
    } else {
      open.set(key, item);
      held += item.length;
      if (held > MAX_HELD_LENGTH) throw new ImportFileError('SCATTERED');
    }
  }
}
