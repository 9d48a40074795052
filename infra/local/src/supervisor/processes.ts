import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { processStart } from '../../bin/identity.mjs';
import type { ProcessEntry } from './run-file.ts';

/** The environment variable that marks whatever a run started, also what left its process group. */
export const RUN_MARK = 'CTDB_RUN';

/** Whether exactly this process still lives. */
export function isSame({ pid, start }: ProcessEntry): boolean {
  return processStart(pid) === start;
}

/** Sends a signal to a process (or to its group); false when there is none. */
export function send(pid: number, signal: NodeJS.Signals, toGroup: boolean): boolean {
  try {
    process.kill(toGroup ? -pid : pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** Ends a process and its group: first asked, then forced. */
export async function endProcess(
  entry: ProcessEntry,
  signal: NodeJS.Signals,
  alone: boolean,
  graceMs: number,
): Promise<void> {
  if (!isSame(entry)) return;
  send(entry.pid, signal, !alone);
  const deadline = performance.now() + graceMs;
  while (isSame(entry) && performance.now() < deadline) await sleep(50);
  // The rest of its group goes with it, if it leads one.
  send(entry.pid, 'SIGKILL', true);
  if (isSame(entry)) send(entry.pid, 'SIGKILL', false);
  while (isSame(entry) && performance.now() < deadline + 5_000) await sleep(20);
}

/** Processes that carry the mark of a run in their environment (Linux). */
export function markedProcesses(run: string): ProcessEntry[] {
  if (process.platform !== 'linux') return [];
  const mark = `${RUN_MARK}=${run}`;
  const found: ProcessEntry[] = [];
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    const start = processStart(pid);
    if (start !== undefined && hasMark(pid, mark)) found.push({ pid, start });
  }
  return found;
}

function hasMark(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark);
  } catch {
    return false;
  }
}
