import { MAX_UNPACKED_BYTES } from '@ctdb/contracts';
import type { TableRow } from './csv-rows.js';
import { MAX_COLUMNS } from './import-columns.js';
import { ImportFileError } from './import-file.error.js';

/** Longest text of a cell in spreadsheet programs is 32,767 characters. */
const MAX_CELL_LENGTH = 100_000;
/** Number formats by which a number is its digits: General, whole, text. */
const PLAIN_FORMATS = new Set(['0', '1', '49']);

/** The beginning of an element. */
export interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
}

/** What is done while a part is parsed. */
export interface Handlers {
  open?: (element: Element) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/** A workbook is too large to be read. */
export const tooLarge = () => new ImportFileError('TOO_LARGE', { max: MAX_UNPACKED_BYTES });

/** `_x000D_` stands for a character that XML cannot have. */
export const unescape = (text: string): string =>
  text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** A part of a longer text would keep all of that in memory. */
export const copy = (text: string): string => Buffer.from(text).toString();

/** Gathers the text of a string, which may consist of parts of different looks; not how it is spoken. */
export class TextReader {
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
export class SheetReader {
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
