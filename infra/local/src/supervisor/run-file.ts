import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A process by pid and start time. The pair is unique, because only pids are reused. */
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

/** The run on a data folder. The next launcher stops its remaining processes. */
export interface RunState {
  /** `CTDB_RUN` in the environment of all processes of this run. */
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

  /** The state of the running launcher, or of one that was killed. */
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
