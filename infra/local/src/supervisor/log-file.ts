import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const MAX_BYTES = 10 * 1024 * 1024;

/** A log file of limited size. The previous file is kept as `.1`. */
export class LogFile {
  readonly #file: string;
  /** Undefined once closed. */
  #handle: number | undefined;
  #size: number;
  readonly #maxBytes: number;

  /** @param maxBytes size at which the file is rotated */
  constructor(file: string, maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
    mkdirSync(dirname(file), { recursive: true });
    this.#file = file;
    this.#handle = openSync(file, 'a', 0o600);
    this.#size = statSync(file).size;
  }

  append(line: string): void {
    if (this.#handle === undefined) return;
    try {
      if (this.#size >= this.#maxBytes) this.#rotate(this.#handle);
      this.#size += writeSync(this.#handle, `${line}\n`);
    } catch {
      // A full disk must not end the supervisor.
    }
  }

  close(): void {
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined;
  }

  #rotate(full: number): void {
    closeSync(full);
    renameSync(this.#file, `${this.#file}.1`);
    this.#handle = openSync(this.#file, 'a', 0o600);
    this.#size = 0;
  }
}
