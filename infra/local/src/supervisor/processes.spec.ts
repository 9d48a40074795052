import { afterEach, describe, expect, it } from 'vitest';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { processStartTime, startTimeFromProc } from '../../bin/process-identity.mjs';
import { isSameProcess, stopOrphans } from './processes.ts';
import type { ChildEntry, RunState } from './run-file.ts';

const entry = (name: string, pid: number, start = 's'): ChildEntry => ({
  name,
  pid,
  start,
  stopSignal: 'SIGTERM',
  stopAlone: false,
});
const state = (...children: ChildEntry[]): RunState => ({
  run: 'a-run-of-this-spec',
  children,
});

const started: ChildProcess[] = [];
const sleeper = () => {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  started.push(child);
  return child;
};
afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')));

describe('the identity of a process', () => {
  it('is read from its stat line, whatever its name is', () => {
    const after = ['S', ...Array.from({ length: 18 }, (_, index) => String(index)), '4711', '0'];
    expect(startTimeFromProc(`12 (a ) b (c) ${after.join(' ')}`)).toBe('4711');
  });

  it('ends when the process is only waiting to be reaped', () => {
    const after = ['Z', ...Array.from({ length: 18 }, () => '1'), '4711'];
    expect(startTimeFromProc(`12 (gone) ${after.join(' ')}`)).toBeUndefined();
  });

  it('is not that of another process with the same pid', () => {
    expect(isSameProcess({ pid: process.pid, start: processStartTime(process.pid) ?? '' })).toBe(
      true,
    );
    expect(isSameProcess({ pid: process.pid, start: 'another time' })).toBe(false);
  });
});

describe('what an earlier run has left', () => {
  it('is ended, and a process that only has the same pid is not', async () => {
    const ours = sleeper();
    const stranger = sleeper();
    const ended = once(ours, 'exit');
    const known = entry('ours', ours.pid ?? 0, processStartTime(ours.pid ?? 0));
    await stopOrphans(state(known, entry('stranger', stranger.pid ?? 0, 'another time')));
    await ended;
    expect(ours.signalCode).toBe('SIGTERM');
    expect(processStartTime(stranger.pid ?? 0)).toBeDefined();
  });
});
