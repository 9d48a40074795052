import { appendFile, closeSync, fdatasync, ftruncateSync, openSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const append = promisify(appendFile);
const sync = promisify(fdatasync);

/**
 * An append-only file of JSON lines. Entries are on disk when {@link flush} resolves; many entries share one
 * sync. A line that a crash has cut off is removed at the next start.
 */
export class Journal {
  readonly #fd: number;
  #lines: string[] = [];
  #last: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  /** @param apply receives every stored entry */
  constructor(file: string, apply: (entry: unknown) => void) {
    this.#fd = openSync(file, 'a+', 0o600);
    const bytes = readFileSync(file);
    const whole = bytes.lastIndexOf(10) + 1;
    if (whole < bytes.length) ftruncateSync(this.#fd, whole);
    for (const line of bytes.toString('utf8', 0, whole).split('\n')) {
      if (line !== '') apply(JSON.parse(line));
    }
  }

  write(entry: unknown): void {
    this.#lines.push(`${JSON.stringify(entry)}\n`);
  }

  /** Resolves when all earlier entries are on disk. */
  flush(): Promise<void> {
    if (this.#lines.length === 0) return this.#next ?? this.#last;
    this.#next ??= this.#last.then(() => this.#writeAndSync());
    return this.#next;
  }

  async close(): Promise<void> {
    await this.flush();
    closeSync(this.#fd);
  }

  async #writeAndSync(): Promise<void> {
    const text = this.#lines.splice(0).join('');
    this.#last = this.#next ?? this.#last;
    this.#next = undefined;
    await append(this.#fd, text);
    await sync(this.#fd);
  }
}
