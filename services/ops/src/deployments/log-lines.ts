import { stripVTControlCharacters } from 'node:util';

/** What a log may hold in all; bytes. */
export const LOG_BYTES = 1_000_000;
const LONGEST_LINE = 2_000;

// C0 and C1 controls, DEL, and the marks that turn the direction of a text around.
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A line as it can be shown anywhere: no colours, no control characters, not too long. */
export const cleanLine = (line: string): string => {
  const plain = stripVTControlCharacters(line).replace(UNSEEN, '').replaceAll('\t', '  ').trimEnd();
  const cut = plain.length > LONGEST_LINE ? `${plain.slice(0, LONGEST_LINE - 1)}…` : plain;
  return cut.toWellFormed();
};

/** Splits what a program writes, as it comes, into lines. */
export class LineSplitter {
  private rest = '';

  constructor(private readonly take: (line: string) => void) {}

  write(text: string): void {
    const lines = (this.rest + text).split(/\r\n|\n|\r/);
    this.rest = lines.pop() ?? '';
    for (const line of lines) this.take(line);
    // A line that never ends must not fill the memory.
    if (this.rest.length > LONGEST_LINE) this.end();
  }

  end(): void {
    if (this.rest !== '') this.take(this.rest);
    this.rest = '';
  }
}
