import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const LARGEST_BYTES = 10 * 1024 * 1024;

/** A log file of limited size; the part before is kept as `.1`. */
export class LogFile {
  readonly #file: string;
  /** Undefined once closed. */
  #handle: number | undefined;
  #size: number;
  readonly #largest: number;

  /** @param largestBytes from which on the file is turned */
  constructor(file: string, largestBytes = LARGEST_BYTES) {
    this.#largest = largestBytes;
    mkdirSync(dirname(file), { recursive: true });
    this.#file = file;
    this.#handle = openSync(file, 'a', 0o600);
    this.#size = statSync(file).size;
  }

  append(line: string): void {
    if (this.#handle === undefined) return;
    try {
      if (this.#size >= this.#largest) this.#turn(this.#handle);
      this.#size += writeSync(this.#handle, `${line}\n`);
    } catch {
      // A full disk must not end the supervisor.
    }
  }

  close(): void {
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined;
  }

  #turn(full: number): void {
    closeSync(full);
    renameSync(this.#file, `${this.#file}.1`);
    this.#handle = openSync(this.#file, 'a', 0o600);
    this.#size = 0;
  }
}
