import { posix } from 'node:path';
import { MAX_IMPORT_ROWS, MAX_UNPACKED_BYTES } from '@ctdb/contracts';
import sax from 'sax';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import type { TableRow } from './csv-rows.js';
import { ImportFileError, MAX_HELD_LENGTH } from './import-file.error.js';
import {
  copy,
  SheetReader,
  TextReader,
  tooLarge,
  unescape,
  type Element,
  type Handlers,
} from './xlsx-sheet.js';

/** Longest part that is read as a whole: relations and the list of sheets. */
const MAX_INDEX_BYTES = 1_048_576;

const noWorkbook = () => new ImportFileError('NO_WORKBOOK');
const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

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
