import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { countKnown } from './import-columns.js';
import { ImportFileError, MAX_ROW_LENGTH } from './import-file.error.js';

/** A row of a table; `line` is its row in a spreadsheet program. */
export interface TableRow {
  line: number;
  cells: string[];
  /** The columns whose cells are no text. */
  notText?: number[];
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Names the delimiter to a spreadsheet program. */
const SEPARATOR_LINE = /^"?sep=([^\r\n])[^\r\n]*(?:\r\n|\n|\r)/i;
/** The first row up to a line end outside of quotation marks. */
const FIRST_ROW = /^[\r\n]*(?:[^"\r\n]|"[^"]*")+[\r\n]/;
const MAX_HEAD_LENGTH = 65_536;

/** Text of bytes in UTF-8, or in UTF-16 with its mark. */
export async function* decode(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let bytes = Buffer.alloc(0);
  const toText = (stream: boolean): string => {
    const isStart = decoder === undefined;
    // It leaves out the mark at the beginning.
    decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true });
    try {
      const text = decoder.decode(bytes, { stream });
      bytes = Buffer.alloc(0);
      // UTF-16 without a mark has them.
      if (!(isStart && text.slice(0, MAX_HEAD_LENGTH).includes('\0'))) return text;
    } catch {
      // Not of this encoding either.
    }
    throw new ImportFileError('NOT_UTF8');
  };
  for await (const chunk of source) {
    bytes = Buffer.concat([bytes, chunk]);
    // The byte order mark has two bytes.
    if (bytes.length > 1) yield toText(true);
  }
  yield toText(false);
}

const encodingOf = (start: Buffer): string => {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  return 'utf-8';
};

/** The delimiter by which most headers are known, otherwise the one of most columns. */
const findDelimiter = (head: string): string => {
  const [row = head] = FIRST_ROW.exec(head) ?? [];
  const score = (delimiter: string) => {
    const headers = row.split(delimiter);
    return countKnown(headers) * MAX_HEAD_LENGTH + headers.length;
  };
  return DELIMITERS.reduce((best, each) => (score(each) > score(best) ? each : best));
};

/** The text up to the end of the first row, or of the line that names the delimiter. */
const readHead = async (texts: AsyncIterator<string>): Promise<string> => {
  let head = '';
  while (!FIRST_ROW.test(head) && head.length < MAX_HEAD_LENGTH) {
    const { done, value } = await texts.next();
    if (done) break;
    head += value;
  }
  return head;
};

interface ParsedRow {
  record: string[];
  info: { records: number; empty_lines: number };
}

/** The rows of a CSV that are not blank. */
export async function* readCsvRows(source: AsyncIterable<Buffer>): AsyncGenerator<TableRow> {
  const texts = decode(source);
  const head = await readHead(texts);
  const [separatorLine = '', separator] = SEPARATOR_LINE.exec(head) ?? [];
  const parser = parse({
    delimiter: separator ?? findDelimiter(head),
    record_delimiter: ['\r\n', '\n', '\r'],
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_LENGTH,
  });
  parser.write(head.slice(separatorLine.length));
  // An error of the source ends the parser, which throws it below.
  pipeline(texts, parser, () => undefined);
  const before = separatorLine === '' ? 0 : 1;
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRow>)
      if (record.some((cell) => cell.trim() !== ''))
        yield { line: before + info.records + info.empty_lines, cells: record };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = before + Number(error['records']) + Number(error['empty_lines']) + 1;
    throw new ImportFileError('UNREADABLE', { line });
  }
}
