import { fromCell } from '@ctdb/chassis';
import {
  descriptionColumns,
  type diseaseColumns,
  diseaseFieldNames,
  MAX_IMPORT_ROWS,
  MAX_PROTOCOLS,
  MAX_WORKBOOK_BYTES,
  protocolFieldNames,
  UNREAD_COLUMN,
  type ImportColumn,
  type ImportFormat,
  type PlannedColumn,
} from '@ctdb/contracts';
import type { ImportRecord } from '../records/import.record.js';
import { decode, readCsvRows, type TableRow } from './csv-rows.js';
import { assertColumns, planColumns } from './import-columns.js';
import { ImportFileError, MAX_HELD_LENGTH, MAX_ROW_LENGTH } from './import-file.error.js';
import { cutLists, newItem, refuse, toCategory, type ImportItem } from './import-item.js';
import { fromCodesCell, type ProtocolTexts, type TransferDisease } from './transfer-rows.js';
import { Workbook } from './workbook.js';

/** What an import finds at the beginning of a table. */
export type FoundTable = Pick<ImportRecord, 'columns' | 'sheet' | 'otherSheets'>;

/** A file to import. */
export interface ImportFile {
  format: ImportFormat;
  bytes: number;
  /** A table is read twice. */
  open: () => AsyncIterable<Buffer>;
  /** Which column is which; without it the headers of a table say that. */
  columns?: readonly ImportColumn[] | undefined;
  /** Is called before the first disease of a table. */
  onTable?: (found: FoundTable) => Promise<void>;
}

type Rows = () => AsyncIterable<TableRow>;
type TableFile = Pick<ImportFile, 'columns' | 'onTable'>;
type Sheet = Omit<FoundTable, 'columns'>;
type Field = (typeof diseaseColumns)[number];
type Row = Partial<Record<Field, string>>;

const diseaseKeys = ['id', ...diseaseFieldNames, ...descriptionColumns] as const;
const jsonKeys = new Set<string>([...diseaseKeys, 'protocols']);
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
const survey = async (rows: Rows, { columns: chosen, onTable }: TableFile, sheet?: Sheet) => {
  let columns: PlannedColumn[] | undefined;
  let length = 0;
  const last = new Map<string, number>();
  for await (const row of rows()) {
    if (!columns) {
      columns = planColumns(row.cells, chosen);
      await onTable?.({ columns, ...sheet });
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
export async function* readTable(rows: Rows, file: TableFile, sheet?: Sheet) {
  const { columns, length, last } = await survey(rows, file, sheet);
  const open = new Map<string, ImportItem>();
  let held = 0;
  // The header.
  let place = -1;
  for await (const tableRow of rows()) {
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

const readJsonLine = (text: string, line: number, progress: number): ImportItem => {
  const item = { ...newItem(line), lines: [line], progress, length: text.length };
  let value: unknown;
  try {
    value = text.length > MAX_ROW_LENGTH ? undefined : JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    refuse(item, { line, field: '', code: 'NOT_JSON', value: text });
    return item;
  }
  for (const field of Object.keys(value))
    if (!jsonKeys.has(field))
      refuse(item, { line, field: field.slice(0, 100), code: 'UNKNOWN_KEY' });
  // Its values are checked like a person's input.
  item.disease = value as TransferDisease;
  const { category } = item.disease as Record<string, unknown>;
  if (typeof category === 'string') Object.assign(value, { category: toCategory(category) });
  const { protocols } = cutLists(item).disease;
  if (Array.isArray(protocols)) item.protocolLines = protocols.map(() => line);
  return item;
};

async function* readLines(source: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  let line = 1;
  for await (const chunk of source) {
    const text = rest + chunk;
    // The other half of this line end may come.
    const end = text.endsWith('\r') ? text.length - 1 : text.length;
    const lines = text.slice(0, end).split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? '') + text.slice(end);
    line += lines.length;
    if (rest.length > MAX_ROW_LENGTH) throw new ImportFileError('UNREADABLE', { line });
    yield* lines;
  }
  yield rest;
}

async function* readJson({ open, bytes }: ImportFile): AsyncGenerator<ImportItem> {
  let line = 0;
  let length = 0;
  for await (const text of readLines(decode(open()))) {
    line += 1;
    length += text.length + 1;
    if (line > MAX_IMPORT_ROWS)
      throw new ImportFileError('TOO_MANY_ROWS', { max: MAX_IMPORT_ROWS });
    if (text.trim() !== '') yield readJsonLine(text, line, Math.min(1, length / bytes));
  }
}

const readWorkbook = async ({ open }: ImportFile): Promise<Workbook> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of open()) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_WORKBOOK_BYTES)
      throw new ImportFileError('TOO_LARGE', { max: MAX_WORKBOOK_BYTES });
  }
  return Workbook.open(Buffer.concat(chunks));
};

const readTableFile = async (file: ImportFile): Promise<AsyncGenerator<ImportItem>> => {
  const workbook = file.format === 'xlsx' ? await readWorkbook(file) : undefined;
  const sheet = workbook && { sheet: workbook.sheet, otherSheets: workbook.otherSheets };
  return readTable(() => workbook?.rows() ?? readCsvRows(file.open()), file, sheet);
};

/**
 * The diseases of a file, one after the other, while it is read. Throws {@link ImportFileError} where
 * it cannot be read further.
 */
export async function* readImportFile(file: ImportFile): AsyncGenerator<ImportItem> {
  let isEmpty = true;
  const items = file.format === 'json' ? readJson(file) : await readTableFile(file);
  for await (const item of items) {
    isEmpty = false;
    yield item;
  }
  if (isEmpty) throw new ImportFileError('EMPTY');
}
