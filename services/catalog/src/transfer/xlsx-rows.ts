import { posix } from 'node:path';
import { MAX_IMPORT_ROWS, MAX_UNPACKED_BYTES } from '@ctdb/contracts';
import sax from 'sax';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import type { TableRow } from './csv-rows.js';
import { MAX_COLUMNS } from './import-columns.js';
import { ImportFileError, MAX_HELD_LENGTH } from './import-file.error.js';

/** Longest part that is read as a whole: relations and the list of sheets. */
const MAX_INDEX_BYTES = 1_048_576;
/** Longest text of a cell in spreadsheet programs is 32,767 characters. */
const MAX_CELL_LENGTH = 100_000;
/** Number formats by which a number is its digits: General, whole, text. */
const PLAIN_FORMATS = new Set(['0', '1', '49']);

interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
}

interface Handlers {
  open?: (element: Element) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

const noWorkbook = () => new ImportFileError('NO_WORKBOOK');
const tooLarge = () => new ImportFileError('TOO_LARGE', { max: MAX_UNPACKED_BYTES });
const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);
/** `_x000D_` stands for a character that XML cannot have. */
const unescape = (text: string): string =>
  text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
/** A part of a longer text would keep all of that in memory. */
const copy = (text: string): string => Buffer.from(text).toString();

/**
 * The rows of the first visible sheet of a workbook (.xlsx) of at most `MAX_WORKBOOK_BYTES`. Of formulas it
 * has the stored values alone. The libraries that read whole workbooks hold up the process for seconds and
 * have no limit for what they unpack, so this reads the parts as streams.
 */
export class Workbook {
  private readonly strings: string[] = [];
  /** The number format of each style. */
  private readonly formats: string[] = [];
  private path = '';
  /** The name of the sheet that is read. */
  sheet = '';
  /** The number of those that are not. */
  otherSheets = 0;

  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  static async open(bytes: Buffer): Promise<Workbook> {
    try {
      // What is unpacked has the size that its entry names, otherwise reading it fails.
      const zip = await fromBufferPromise(bytes);
      const entries = new Map<string, Entry>();
      let unpacked = 0;
      for await (const entry of zip.eachEntry()) {
        unpacked += entry.uncompressedSize;
        if (unpacked > MAX_UNPACKED_BYTES) throw tooLarge();
        entries.set(entry.fileName, entry);
      }
      const workbook = new Workbook(zip, entries);
      await workbook.readParts();
      return workbook;
    } catch (error) {
      throw error instanceof ImportFileError ? error : noWorkbook();
    }
  }

  /** It may be called again. */
  async *rows(): AsyncGenerator<TableRow> {
    const reader = new SheetReader(this.strings, this.formats);
    try {
      for await (const { takeRows } of this.parse(this.path, reader)) yield* takeRows();
    } catch (error) {
      throw error instanceof ImportFileError ? error : noWorkbook();
    }
  }

  private async readParts(): Promise<void> {
    const [start] = await this.relations('', 'officeDocument');
    const book = start?.target ?? '';
    const sheets = await this.elements(book, 'sheet');
    const first = sheets.find(({ state = 'visible' }) => state === 'visible');
    if (!first) throw noWorkbook();
    const id = Object.entries(first).find(([name]) => /(^|:)id$/.test(name))?.[1];
    this.sheet = first['name'] ?? '';
    this.otherSheets = sheets.length - 1;
    const relations = await this.relations(book);
    const targetOf = (type: string) =>
      relations.find((each) => each.type.endsWith(`/${type}`))?.target;
    this.path = relations.find((each) => each.id === id)?.target ?? '';
    const strings = targetOf('sharedStrings');
    if (strings) await this.readAll(strings, this.stringsReader());
    const styles = targetOf('styles');
    if (styles) await this.readAll(styles, this.stylesReader());
  }

  /** What the part at `path` refers to, by paths. */
  private async relations(path: string, type = '') {
    const { dir, base } = posix.parse(path);
    const found = await this.elements(posix.join(dir, '_rels', `${base}.rels`), 'Relationship');
    return found
      .map(({ Id: id, Type = '', Target = '' }) => ({
        id,
        type: Type,
        target: Target.startsWith('/') ? Target.slice(1) : posix.join(dir, Target),
      }))
      .filter((each) => each.type.endsWith(type));
  }

  /** The attributes of all elements of a name in a small part. */
  private async elements(path: string, wanted: string): Promise<Partial<Element['attributes']>[]> {
    if ((this.entries.get(path)?.uncompressedSize ?? 0) > MAX_INDEX_BYTES) throw tooLarge();
    const found: Element['attributes'][] = [];
    await this.readAll(path, {
      open: ({ name, attributes }) => void (name === wanted && found.push(attributes)),
    });
    return found;
  }

  private stringsReader(): Handlers {
    const text = new TextReader();
    let length = 0;
    return {
      ...text.handlers,
      close: (name) => {
        text.handlers.close(name);
        if (name !== 'si') return;
        const value = text.take();
        length += value.length;
        this.strings.push(copy(unescape(value)));
        if (length > MAX_HELD_LENGTH || this.strings.length > MAX_IMPORT_ROWS * 20)
          throw tooLarge();
      },
    };
  }

  private stylesReader(): Handlers {
    let isInside = false;
    return {
      open: ({ name, attributes }) => {
        if (name === 'cellXfs') isInside = true;
        if (name === 'xf' && isInside) this.formats.push(attributes['numFmtId'] ?? '0');
      },
      close: (name) => {
        if (name === 'cellXfs') isInside = false;
      },
    };
  }

  private async readAll(path: string, handlers: Handlers): Promise<void> {
    const chunks = this.parse(path, handlers);
    while (!(await chunks.next()).done);
  }

  /** Parses a part and yields after each chunk, so that the process does other work too. */
  private async *parse<H extends Handlers>(path: string, handlers: H): AsyncGenerator<H> {
    const entry = this.entries.get(path);
    if (!entry) throw noWorkbook();
    // Long texts come in pieces; entities that a document declares are not known.
    const parser = sax.parser(true);
    parser.onopentag = ({ name, attributes }) =>
      handlers.open?.({
        name: withoutPrefix(name),
        attributes: attributes as Element['attributes'],
      });
    parser.ontext = (text) => handlers.text?.(text);
    parser.oncdata = parser.ontext;
    parser.onclosetag = (name) => handlers.close?.(withoutPrefix(name));
    parser.onerror = (error) => {
      throw error;
    };
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const stream = await this.zip.openReadStreamPromise(entry);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      parser.write(decoder.decode(chunk, { stream: true }));
      yield handlers;
    }
    parser.close();
  }
}

/** Gathers the text of a string, which may consist of parts of different looks; not how it is spoken. */
class TextReader {
  private text = '';
  private isText = false;
  private isSpoken = false;

  readonly handlers = {
    open: ({ name }: Pick<Element, 'name'>): void => {
      if (name === 't' || name === 'v') this.isText = !this.isSpoken;
      if (name === 'rPh') this.isSpoken = true;
    },
    text: (text: string): void => {
      if (this.isText) this.text += text;
      if (this.text.length > MAX_CELL_LENGTH) throw tooLarge();
    },
    close: (name: string): void => {
      if (name === 't' || name === 'v') this.isText = false;
      if (name === 'rPh') this.isSpoken = false;
    },
  };

  take(): string {
    const { text } = this;
    this.text = '';
    return text;
  }
}

/** Counts from 0: `B7` is 1. */
const columnIndex = (reference: string): number =>
  [...(/^[A-Z]{1,3}/.exec(reference)?.[0] ?? '')].reduce(
    (index, letter) => index * 26 + letter.charCodeAt(0) - 64,
    0,
  ) - 1;

/** Gathers the rows of a sheet while it is parsed. */
class SheetReader {
  private rows: TableRow[] = [];
  private line = 0;
  private cells: string[] = [];
  private notText: number[] = [];
  private column = -1;
  private cell: Element['attributes'] = {};
  private hasFormula = false;
  private hasValue = false;
  private readonly value = new TextReader();

  constructor(
    private readonly strings: readonly string[],
    private readonly formats: readonly string[],
  ) {}

  takeRows = (): TableRow[] => {
    const { rows } = this;
    this.rows = [];
    return rows;
  };

  open = (element: Element): void => {
    const { name, attributes } = element;
    if (name === 'row') {
      this.line = Number(attributes['r'] ?? this.line + 1);
      this.column = -1;
    } else if (name === 'c') {
      const given = columnIndex(attributes['r'] ?? '');
      this.column = given < 0 ? this.column + 1 : given;
      this.cell = attributes;
      this.hasFormula = false;
      this.hasValue = false;
    } else if (name === 'f') this.hasFormula = true;
    else if (name === 'v' || name === 'is') this.hasValue = true;
    this.value.handlers.open(element);
  };

  text = (text: string): void => this.value.handlers.text(text);

  close = (name: string): void => {
    this.value.handlers.close(name);
    if (name === 'c') this.endCell();
    if (name === 'row') this.endRow();
  };

  private endCell(): void {
    const value = this.value.take();
    if (!this.hasValue && !this.hasFormula) return;
    const column = Math.min(this.column, MAX_COLUMNS);
    const text = this.toText(value);
    if (text === undefined) this.notText.push(column);
    else if (text !== '') this.cells[column] = text;
  }

  private endRow(): void {
    if (this.cells.length > 0 || this.notText.length > 0)
      this.rows.push({
        line: this.line,
        // There are holes.
        cells: Array.from(this.cells, (cell: string | undefined) => cell ?? ''),
        ...(this.notText.length > 0 && { notText: this.notText }),
      });
    this.cells = [];
    this.notText = [];
  }

  /** The text of a cell (a number unless it has a type); undefined where its value is none. */
  private toText(value: string): string | undefined {
    // A program that has no value of it has written the file.
    if (this.hasFormula && !this.hasValue) return undefined;
    switch (this.cell['t'] ?? 'n') {
      case 's':
        return this.strings[Number(value)];
      case 'str':
      case 'inlineStr':
        return copy(unescape(value));
      case 'b':
        return value === '1' ? 'TRUE' : 'FALSE';
      case 'e':
      case 'd':
        return undefined;
      default:
        return value === '' ? '' : this.numberText(value);
    }
  }

  private numberText(value: string): string | undefined {
    const format = this.formats[Number(this.cell['s'] ?? 0)] ?? '0';
    const number = Number(value);
    if (!PLAIN_FORMATS.has(format) || Number.isNaN(number)) return undefined;
    // Without what binary fractions add behind the 15th digit.
    return String(Number(number.toPrecision(15)));
  }
}
