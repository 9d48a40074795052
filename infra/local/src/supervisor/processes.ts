import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processStartTime } from '../../bin/process-identity.mjs';
import { step } from '../console.ts';
import { writeJson } from '../json-file.ts';

/** Environment variable of all processes of a run. It also finds those that left their process group. */
export const RUN_ID_VARIABLE = 'CTDB_RUN';

/** Whether this process still runs; another process may have its pid. */
export function isSameProcess({ pid, start }: ProcessEntry): boolean {
  return processStartTime(pid) === start;
}

/** Sends a signal to a process or its group. Returns false if there is none. */
export function sendSignal(pid: number, signal: NodeJS.Signals, toGroup: boolean): boolean {
  try {
    process.kill(toGroup ? -pid : pid, signal);
    return true;
  } catch {
    return false;
  }
}

const STOP_TIMEOUT_MS = 20_000;

/** Stops a process and its group: first with its signal, after the timeout with SIGKILL. */
export async function stopProcess(entry: StoppableProcess, graceMs = STOP_TIMEOUT_MS) {
  if (!isSameProcess(entry)) return;
  sendSignal(entry.pid, entry.stopSignal, !entry.stopAlone);
  const deadline = performance.now() + graceMs;
  while (isSameProcess(entry) && performance.now() < deadline) await sleep(50);
  sendSignal(entry.pid, 'SIGKILL', true);
  if (isSameProcess(entry)) sendSignal(entry.pid, 'SIGKILL', false);
  while (isSameProcess(entry) && performance.now() < deadline + 5_000) await sleep(20);
}

/** Processes with the id of a run in their environment (Linux only). */
export function findProcessesOfRun(run: string): ProcessEntry[] {
  if (process.platform !== 'linux') return [];
  const mark = `${RUN_ID_VARIABLE}=${run}`;
  const found: ProcessEntry[] = [];
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    const start = processStartTime(pid);
    if (start !== undefined && hasRunId(pid, mark)) found.push({ pid, start });
  }
  return found;
}

function hasRunId(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark);
  } catch {
    return false;
  }
}

/** Stops the processes of a killed launcher, and no others; the last started first. */
export async function stopOrphans(state: RunState): Promise<void> {
  const living = state.children.filter(isSameProcess).reverse();
  if (living.length === 0 && findProcessesOfRun(state.run).length === 0) return;
  const names = living.map(({ name }) => name).join(', ') || 'helper processes';
  await step(`Stopping processes of an earlier run: ${names}`, async () => {
    for (const child of living) await stopProcess(child);
    await stopMarkedProcesses(state.run);
  });
}

/** Stops processes of a run that outlived their parent, such as RabbitMQ's epmd. */
export async function stopMarkedProcesses(run: string): Promise<void> {
  const how = { stopSignal: 'SIGTERM', stopAlone: true } as const;
  const marked = findProcessesOfRun(run);
  await Promise.all(marked.map((entry) => stopProcess({ ...entry, ...how }, 3_000)));
}

/** A process by pid and start time. The pair is unique, because only pids are reused. */
export interface ProcessEntry {
  pid: number;
  start: string;
}

interface StoppableProcess extends ProcessEntry {
  stopSignal: NodeJS.Signals;
  /** Whether the signal goes to the process alone and not to its whole group. */
  stopAlone: boolean;
}

export interface ChildEntry extends StoppableProcess {
  name: string;
  port?: number | undefined;
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

export const writeRunFile = (dataFolder: string, state: RunState): void =>
  writeJson(toFile(dataFolder), state);

export function removeRunFile(dataFolder: string): void {
  rmSync(toFile(dataFolder), { force: true });
}
