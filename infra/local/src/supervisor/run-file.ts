import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A process by pid and start time. The pair is unique, because only pids are reused. */
export interface ProcessEntry {
  pid: number;
  start: string;
}

export interface ChildEntry extends ProcessEntry {
  name: string;
  port?: number | undefined;
  stopSignal: NodeJS.Signals;
  stopAlone: boolean;
}

/** The run on a data folder. The next launcher stops its remaining processes. */
export interface RunState {
  /** `CTDB_RUN` in the environment of all processes of this run. */
  run: string;
  address?: string | undefined;
  children: ChildEntry[];
}

const toFile = (dataFolder: string) => join(dataFolder, 'run.json');

/** The state of the running launcher, or of one that was killed. */
export function readRunFile(dataFolder: string): RunState | undefined {
  try {
    const state = JSON.parse(readFileSync(toFile(dataFolder), 'utf8')) as RunState;
    return Array.isArray(state.children) && typeof state.run === 'string' ? state : undefined;
  } catch {
    return undefined;
  }
}

export function writeRunFile(dataFolder: string, state: RunState): void {
  const draft = `${toFile(dataFolder)}.draft`;
  writeFileSync(draft, `${JSON.stringify(state, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(draft, toFile(dataFolder));
}

export function removeRunFile(dataFolder: string): void {
  rmSync(toFile(dataFolder), { force: true });
}
