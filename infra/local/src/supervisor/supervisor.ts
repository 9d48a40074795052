import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { color, print, type Color } from '../console.ts';
import { StoppedError } from '../failure.ts';
import { Child } from './child.ts';
import type { ChildSpec } from './child.ts';
import { type ChildEntry, RUN_ID_VARIABLE } from './processes.ts';
import { formatLogLine } from './format-log-line.ts';

const colors: Color[] = ['cyan', 'magenta', 'blue', 'green', 'yellow'];
const NAME_WIDTH = 13;

/** Keeps the processes of one run alive and stops them in reverse order. */
export class Supervisor {
  readonly #run: string;
  readonly #logFolder: string;
  readonly #changed: () => void;
  readonly #children: Child[] = [];
  readonly #logs: LogFile[] = [];
  #stopping = false;

  constructor(run: string, dataFolder: string, changed: () => void) {
    this.#run = run;
    this.#logFolder = join(dataFolder, 'logs');
    this.#changed = changed;
  }

  /** The running processes in the order of their start. */
  get entries(): ChildEntry[] {
    return this.#children.flatMap(({ entry }) => (entry === undefined ? [] : [entry]));
  }

  /** Starts a process and returns when it is ready. */
  async start(spec: ChildSpec, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#stopping) throw new StoppedError();
    const name = colors[this.#children.length % colors.length] ?? 'cyan';
    const prefix = color(name, `${spec.name.padEnd(NAME_WIDTH)}│`);
    const log = new LogFile(join(this.#logFolder, `${spec.name}.log`));
    const marked = { ...spec, env: { ...spec.env, [RUN_ID_VARIABLE]: this.#run } };
    const child = new Child(marked, {
      changed: this.#changed,
      notice: (text) => print(`${prefix} ${color('yellow', `${spec.name} ${text}`)}`),
      line: (line) => {
        log.append(line);
        const shown = spec.quiet === true ? undefined : formatLogLine(line);
        if (shown !== undefined) print(`${prefix} ${shown}`);
      },
    });
    this.#children.push(child);
    this.#logs.push(log);
    await child.start(signal);
  }

  async restart(name: string): Promise<void> {
    await this.#children.find(({ spec }) => spec.name === name)?.restart();
  }

  /** Stops everything, the last started first. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const child of this.#children.toReversed()) await child.stop();
    for (const log of this.#logs) log.close();
  }
}

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
