import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A process by its pid and its start, which together are never used again. */
export interface ProcessEntry {
  pid: number;
  start: string;
}

export interface ChildEntry extends ProcessEntry {
  name: string;
  port?: number;
  stopSignal: NodeJS.Signals;
  stopAlone: boolean;
}

/** What runs on a data folder now; the next launcher ends what is left of it. */
export interface RunState {
  /** Found as CTDB_RUN in the environment of everything that this run started. */
  run: string;
  launcher: ProcessEntry;
  address?: string;
  children: ChildEntry[];
}

/** `run.json` in the data folder. */
export class RunFile {
  readonly #file: string;

  constructor(dataFolder: string) {
    this.#file = join(dataFolder, 'run.json');
  }

  /** The state of the last launcher that did not end in order, or of the one that runs. */
  read(): RunState | undefined {
    if (!existsSync(this.#file)) return undefined;
    try {
      const state = JSON.parse(readFileSync(this.#file, 'utf8')) as RunState;
      return Array.isArray(state.children) && typeof state.run === 'string' ? state : undefined;
    } catch {
      return undefined;
    }
  }

  write(state: RunState): void {
    const draft = `${this.#file}.draft`;
    writeFileSync(draft, `${JSON.stringify(state, undefined, 2)}\n`, { mode: 0o600 });
    renameSync(draft, this.#file);
  }

  remove(): void {
    rmSync(this.#file, { force: true });
  }
}
