import {
  MAX_IMPORT_ROWS,
  MAX_WORKBOOK_BYTES,
  type ImportColumn,
  type ImportFormat,
  type PlannedColumn,
} from '@ctdb/contracts';
import { decode, readCsvRows } from './csv-rows.js';
import { ImportFileError, MAX_ROW_LENGTH } from './import-file.error.js';
import { cutLists, newItem, refuse, toCategory, type ImportItem } from './import-item.js';
import { diseaseKeys, readTable } from './import-table.js';
import type { TransferDisease } from './transfer-rows.js';
import { Workbook } from './workbook.js';

/** What an import finds at the beginning of a table. */
export interface FoundTable {
  columns: PlannedColumn[];
  /** Of a workbook: the sheet that is read, and how many are not. */
  sheet?: string;
  otherSheets?: number;
}

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

const known = new Set<string>([...diseaseKeys, 'protocols']);

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
    if (!known.has(field)) refuse(item, { line, field: field.slice(0, 100), code: 'UNKNOWN_KEY' });
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
  const place = workbook && { sheet: workbook.sheet, otherSheets: workbook.otherSheets };
  return readTable({
    rows: () => workbook?.rows() ?? readCsvRows(file.open()),
    chosen: file.columns,
    onColumns: (columns) => file.onTable?.({ columns, ...place }),
  });
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
