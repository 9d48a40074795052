import { pipeline, Readable } from 'node:stream';
import { fromCell } from '@ctdb/chassis';
import {
  descriptionColumns,
  diseaseColumns,
  diseaseFieldNames,
  MAX_CODES,
  MAX_IMPORT_ROWS,
  MAX_PROTOCOLS,
  protocolFieldNames,
  type ImportErrorCode,
  type Refusal,
  type TransferFormat,
} from '@ctdb/contracts';
import { CsvError, parse } from 'csv-parse';
import { fromCodesCell, type ProtocolTexts, type TransferDisease } from './transfer-rows.js';

/** The file cannot be read further. */
export class ImportFileError extends Error {
  constructor(
    readonly code: ImportErrorCode,
    readonly params?: Record<string, string | number>,
  ) {
    super(code);
    this.name = 'ImportFileError';
  }
}

/** What a file says of one disease. Fields that it does not name are absent. */
export interface ImportItem {
  /** Of its first row; see `refusal` of the contracts. */
  line: number;
  /** The lines of its protocols; of JSON always the same one. */
  protocolLines: number[];
  /** Rows up to its last one. */
  rows: number;
  disease: TransferDisease;
  /** About how many characters it has. */
  length: number;
  /** What is wrong with its rows. */
  refusals: Refusal[];
}

/** Longest line of JSON and longest row of a CSV, in characters. */
const MAX_ROW_LENGTH = 4_000_000;
/** Refusals of one disease; further ones are left out. */
export const MAX_ITEM_REFUSALS = 100;
/** Codes of one disease, the repeated ones too. */
const MAX_GIVEN_CODES = 50 * MAX_CODES;

type Row = Partial<Record<(typeof diseaseColumns)[number], string>>;

const isColumn = (name: string): name is keyof Row =>
  (diseaseColumns as readonly string[]).includes(name);

const readHeader = (cells: readonly string[]): (keyof Row)[] => {
  const names = cells.map((cell) => cell.trim());
  if (!names.some(isColumn)) throw new ImportFileError('NO_HEADER');
  return names.map((column, index) => {
    if (!isColumn(column) || names.indexOf(column) < index)
      throw new ImportFileError('UNKNOWN_COLUMN', { column: column.slice(0, 100) });
    return column;
  });
};

const diseaseKeys = ['id', ...diseaseFieldNames, ...descriptionColumns] as const;

/** Rows with the same key one after the other are one disease. */
const toKey = ({ id, nameEn = '', nameKn = '' }: Row): string =>
  (id?.trim().toLowerCase() || `${nameEn.trim()}\n${nameKn.trim()}`).normalize('NFC');

const pick = <K extends keyof Row>(row: Row, names: readonly K[]): Partial<Record<K, string>> =>
  Object.fromEntries(
    names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])),
  ) as Partial<Record<K, string>>;

const toItem = (row: Row, line: number, rows: number): ImportItem => ({
  line,
  protocolLines: [],
  rows,
  disease: pick(row, diseaseKeys) as TransferDisease,
  length: 0,
  refusals: [],
});

const refuse = ({ refusals }: ImportItem, refusal: Refusal): void => {
  if (refusals.length < MAX_ITEM_REFUSALS) refusals.push(refusal);
};

/** Adds what a further row says of the disease. */
const merge = (item: ImportItem, row: Row, line: number): void => {
  const known = item.disease as Partial<Record<(typeof diseaseKeys)[number], string>>;
  for (const field of diseaseKeys) {
    const value = row[field];
    if (value === undefined || value === '' || value === known[field]) continue;
    if (known[field]) refuse(item, { line, field, code: 'ROWS_DIFFER' });
    else known[field] = value;
  }
};

/** Cuts lists that are too long before their elements are checked; the disease is refused. */
const cutLists = (item: ImportItem): ImportItem => {
  const { disease, line } = item;
  // The contract refuses the protocol that is one too many.
  if (Array.isArray(disease.protocols))
    disease.protocols = disease.protocols.slice(0, MAX_PROTOCOLS + 1);
  if (Array.isArray(disease.codes) && disease.codes.length > MAX_GIVEN_CODES) {
    disease.codes = [];
    refuse(item, { line, field: 'codes', code: 'TOO_MANY', params: { max: MAX_CODES } });
  }
  return item;
};

/** All rows of a disease are read. */
const complete = (item: ImportItem): ImportItem => {
  const { codes } = item.disease as Row;
  if (codes !== undefined) item.disease.codes = fromCodesCell(codes);
  return cutLists(item);
};

const addProtocol = (item: ImportItem, row: Row, line: number): void => {
  const protocol: ProtocolTexts = pick(row, protocolFieldNames);
  if (Object.keys(protocol).length === 0) return;
  item.disease.protocols ??= [];
  if (Object.values(protocol).every((text) => text.trim() === '')) return;
  if (item.disease.protocols.length > MAX_PROTOCOLS) return;
  item.disease.protocols.push(protocol);
  item.protocolLines.push(line);
};

const checkRows = (rows: number): void => {
  if (rows > MAX_IMPORT_ROWS) throw new ImportFileError('TOO_MANY_ROWS', { max: MAX_IMPORT_ROWS });
};

async function* readCsv(source: AsyncIterable<string>): AsyncGenerator<ImportItem> {
  const parser = parse({
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_LENGTH,
  });
  // An error of the source ends the parser, which throws it below.
  pipeline(Readable.from(source), parser, () => undefined);
  let columns: (keyof Row)[] | undefined;
  let item: ImportItem | undefined;
  let key: string | undefined;
  for await (const { record, info } of parser as AsyncIterable<{
    record: string[];
    info: { records: number; empty_lines: number };
  }>) {
    if (!columns) {
      columns = readHeader(record);
      continue;
    }
    const rows = info.records - 1;
    // All rows may be one disease, which is held until its last one.
    checkRows(rows);
    const line = info.records + info.empty_lines;
    if (record.every((cell) => cell.trim() === '')) continue;
    const row: Row = {};
    for (const [index, column] of columns.entries()) row[column] = fromCell(record[index] ?? '');
    const rowKey = toKey(row);
    const { length } = record.join('');
    if (item && rowKey === key) {
      if (item.length > MAX_ROW_LENGTH) continue;
      if (item.length + length > MAX_ROW_LENGTH)
        refuse(item, { line, field: '', code: 'TOO_LONG', params: { max: MAX_ROW_LENGTH } });
      merge(item, row, line);
    } else {
      if (item) yield complete(item);
      item = toItem(row, line, rows);
      key = rowKey;
    }
    item.rows = rows;
    item.length += length;
    if (record.slice(columns.length).some((cell) => cell.trim() !== ''))
      refuse(item, { line, field: '', code: 'TOO_MANY', params: { max: columns.length } });
    addProtocol(item, row, line);
  }
  if (item) yield complete(item);
}

const known = new Set<string>([...diseaseKeys, 'protocols']);

const readJsonLine = (text: string, line: number): ImportItem => {
  const item: ImportItem = {
    line,
    protocolLines: [],
    rows: line,
    disease: {},
    length: text.length,
    refusals: [],
  };
  let value: unknown;
  try {
    value = text.length > MAX_ROW_LENGTH ? undefined : JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    item.refusals.push({ line, field: '', code: 'NOT_JSON' });
    return item;
  }
  for (const field of Object.keys(value))
    if (!known.has(field)) refuse(item, { line, field: field.slice(0, 100), code: 'UNKNOWN_KEY' });
  // Its values are checked like a person's input.
  item.disease = value as TransferDisease;
  const { protocols } = cutLists(item).disease;
  if (Array.isArray(protocols)) item.protocolLines = protocols.map(() => line);
  return item;
};

async function* readLines(source: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  let line = 1;
  for await (const chunk of source) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    line += lines.length;
    if (rest.length > MAX_ROW_LENGTH) throw new ImportFileError('UNREADABLE', { line });
    yield* lines;
  }
  yield rest;
}

async function* readJson(source: AsyncIterable<string>): AsyncGenerator<ImportItem> {
  let line = 0;
  for await (const text of readLines(source)) {
    line += 1;
    if (text.trim() !== '') yield readJsonLine(text, line);
  }
}

async function* decode(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  // It leaves out the mark at the beginning.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const toText = (chunk?: Buffer): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new ImportFileError('NOT_UTF8');
    }
  };
  for await (const chunk of source) yield toText(chunk);
  yield toText();
}

/**
 * The diseases of a file, one after the other, while it is read. Throws {@link ImportFileError} where
 * it cannot be read further.
 */
export async function* readImportFile(
  source: AsyncIterable<Buffer>,
  format: TransferFormat,
): AsyncGenerator<ImportItem> {
  let count = 0;
  try {
    const text = decode(source);
    for await (const item of format === 'csv' ? readCsv(text) : readJson(text)) {
      checkRows(item.rows);
      count += 1;
      yield item;
    }
  } catch (error) {
    if (error instanceof CsvError) {
      const line = Number(error['records']) + Number(error['empty_lines']) + 1;
      throw new ImportFileError('UNREADABLE', { line });
    }
    throw error;
  }
  if (count === 0) throw new ImportFileError('EMPTY');
}
