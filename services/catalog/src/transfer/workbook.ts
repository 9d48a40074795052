import { posix } from 'node:path';
import { MAX_IMPORT_ROWS, MAX_UNPACKED_BYTES } from '@ctdb/contracts';
import sax from 'sax';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import type { TableRow } from './csv-rows.js';
import { MAX_COLUMNS } from './import-columns.js';
import { ImportFileError, MAX_HELD_LENGTH, MAX_ROW_LENGTH } from './import-file.error.js';

/** Longest part whose elements are read all at once: relations and the list of sheets. */
const MAX_INDEX_BYTES = 1_048_576;
/** About what an element needs in memory beside its text, in characters. */
const OVERHEAD = 30;
/** Number formats by which a number is its digits: General, whole, text. */
const PLAIN_FORMATS = new Set(['0', '1', '49']);

/** An element of a part with all that is in it; the names are without their prefixes. */
interface Element {
  name: string;
  attributes: Readonly<Partial<Record<string, string>>>;
  children: Element[];
  text: string;
}

const noWorkbook = () => new ImportFileError('NO_WORKBOOK');
const tooLarge = () => new ImportFileError('TOO_LARGE', { max: MAX_UNPACKED_BYTES });

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The text of a string, which may consist of parts of different looks; not how it is spoken. */
const textOf = ({ name, text, children }: Element): string => {
  if (name === 't' || name === 'v') return text;
  return name === 'rPh' ? '' : children.map(textOf).join('');
};

/** `_x000D_` stands for a character that XML cannot have. */
const toStored = (text: string): string => {
  const unescaped = text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  // A part of a longer text would keep all of that in memory.
  return Buffer.from(unescaped).toString();
};

/** Counts from 0: `B7` is 1; -1 without a reference. */
const columnIndex = (reference = ''): number =>
  [...(/^[A-Z]{1,3}/.exec(reference)?.[0] ?? '')].reduce(
    (index, letter) => index * 26 + letter.charCodeAt(0) - 64,
    0,
  ) - 1;

/**
 * The rows of the first visible sheet of a workbook (.xlsx) of at most `MAX_WORKBOOK_BYTES`. Of formulas it
 * has the stored values alone. The libraries that read whole workbooks hold up the process for seconds and
 * have no limit for what they unpack, so this reads the parts as streams.
 */
export class Workbook {
  private readonly strings: string[] = [];
  /** The number format of each style. */
  private formats: (string | undefined)[] = [];
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
    let line = 0;
    try {
      for await (const row of this.elements(this.path, 'row')) {
        line = Number(row.attributes['r'] ?? line + 1);
        const { cells, notText } = this.readCells(row);
        if (cells.length > 0 || notText.length > 0) yield { line, cells, notText };
      }
    } catch (error) {
      throw error instanceof ImportFileError ? error : noWorkbook();
    }
  }

  private async readParts(): Promise<void> {
    const start = await this.relations('');
    const book = start.find(({ type }) => type.endsWith('/officeDocument'))?.target ?? '';
    const sheets = await this.attributes(book, 'sheet');
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
    if (strings) await this.readStrings(strings);
    const styles = targetOf('styles');
    if (!styles) return;
    for await (const { children } of this.elements(styles, 'cellXfs'))
      this.formats = children.map(({ attributes }) => attributes['numFmtId']);
  }

  private async readStrings(path: string): Promise<void> {
    let length = 0;
    for await (const element of this.elements(path, 'si')) {
      const text = toStored(textOf(element));
      length += text.length;
      this.strings.push(text);
      if (length > MAX_HELD_LENGTH || this.strings.length > MAX_IMPORT_ROWS * 20) throw tooLarge();
    }
  }

  /** What the part at `path` refers to, by paths. */
  private async relations(path: string) {
    const { dir, base } = posix.parse(path);
    const found = await this.attributes(posix.join(dir, '_rels', `${base}.rels`), 'Relationship');
    return found.map(({ Id: id, Type: type = '', Target = '' }) => ({
      id,
      type,
      target: Target.startsWith('/') ? Target.slice(1) : posix.join(dir, Target),
    }));
  }

  /** The attributes of all elements of a name in a small part. */
  private async attributes(path: string, name: string): Promise<Element['attributes'][]> {
    if ((this.entries.get(path)?.uncompressedSize ?? 0) > MAX_INDEX_BYTES) throw tooLarge();
    const found: Element['attributes'][] = [];
    for await (const { attributes } of this.elements(path, name)) found.push(attributes);
    return found;
  }

  /** The outermost elements of a name in a part, one after the other while that is unpacked. */
  private async *elements(path: string, wanted: string): AsyncGenerator<Element> {
    const entry = this.entries.get(path);
    if (!entry) throw noWorkbook();
    let found: Element[] = [];
    /** From the wanted element to the innermost one. */
    const open: Element[] = [];
    let length = 0;
    const grow = (more: number) => {
      length += more;
      if (length > MAX_ROW_LENGTH) throw tooLarge();
    };
    // Entities that a document declares are not known.
    const parser = sax.parser(true);
    parser.onopentag = (tag) => {
      const name = withoutPrefix(tag.name);
      if (open.length === 0 && name !== wanted) return;
      grow(OVERHEAD);
      const attributes = tag.attributes as Record<string, string>;
      const element = { name, attributes, children: [], text: '' };
      open.at(-1)?.children.push(element);
      open.push(element);
    };
    // Long texts come in pieces.
    parser.ontext = (text) => {
      const innermost = open.at(-1);
      if (!innermost) return;
      grow(text.length);
      innermost.text += text;
    };
    parser.oncdata = parser.ontext;
    parser.onclosetag = () => {
      const closed = open.pop();
      if (!closed || open.length > 0) return;
      found.push(closed);
      length = 0;
    };
    parser.onerror = (error) => {
      throw error;
    };
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const stream = await this.zip.openReadStreamPromise(entry);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      parser.write(decoder.decode(chunk, { stream: true }));
      yield* found;
      found = [];
    }
    parser.close();
  }

  private readCells({ children }: Element): { cells: string[]; notText: number[] } {
    const cells: string[] = [];
    const notText: number[] = [];
    let column = -1;
    for (const cell of children) {
      if (cell.name !== 'c') continue;
      const given = columnIndex(cell.attributes['r']);
      column = given < 0 ? column + 1 : given;
      const place = Math.min(column, MAX_COLUMNS);
      const text = this.toText(cell);
      if (text === undefined) notText.push(place);
      else if (text !== '') cells[place] = text;
    }
    // There are holes.
    return { cells: Array.from(cells, (cell: string | undefined) => cell ?? ''), notText };
  }

  /** The text of a cell (a number unless it has a type); undefined where its value is none. */
  private toText({ attributes, children }: Element): string | undefined {
    const value = children.find(({ name }) => name === 'v' || name === 'is');
    // A program that has no value of a formula has written the file.
    if (!value) return children.some(({ name }) => name === 'f') ? undefined : '';
    const text = textOf(value);
    switch (attributes['t'] ?? 'n') {
      case 's':
        return this.strings[Number(text)];
      case 'str':
      case 'inlineStr':
        return toStored(text);
      case 'b':
        return text === '1' ? 'TRUE' : 'FALSE';
      case 'e':
      case 'd':
        return undefined;
      default:
        return text === '' ? '' : this.numberText(text, attributes['s']);
    }
  }

  private numberText(text: string, style = '0'): string | undefined {
    const number = Number(text);
    const format = this.formats[Number(style)] ?? '0';
    if (!PLAIN_FORMATS.has(format) || Number.isNaN(number)) return undefined;
    // Without what binary fractions add behind the 15th digit.
    return String(Number(number.toPrecision(15)));
  }
}
