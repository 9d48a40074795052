import { afterEach, expect, it } from 'vitest';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { processStartTime, startTimeFromProc } from '../../bin/process-identity.mjs';
import { isSameProcess, stopOrphans } from './processes.ts';

const started: ChildProcess[] = [];
const sleeper = () => {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  started.push(child);
  return child;
};
afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')));

it.each([
  ['is read from its stat line, whatever its name is', '(a ) b (c)', 'S', '4711'],
  ['ends when the process is only waiting to be reaped', '(gone)', 'Z', undefined],
])('the identity of a process %s', (_, name, state, start) => {
  const between = Array.from({ length: 18 }, (_, index) => index).join(' ');
  expect(startTimeFromProc(`12 ${name} ${state} ${between} 4711 0`)).toBe(start);
});

it('the identity of a process is not that of another process with the same pid', () => {
  const { pid } = process;
  expect(isSameProcess({ pid, start: processStartTime(pid) ?? '' })).toBe(true);
  expect(isSameProcess({ pid, start: 'another time' })).toBe(false);
});

it('what an earlier run has left is ended, and a process that only has the same pid is not', async () => {
  const ours = sleeper();
  const stranger = sleeper();
  const ended = once(ours, 'exit');
  const children = [
    { name: 'ours', pid: ours.pid ?? 0, start: processStartTime(ours.pid ?? 0) ?? '' },
    { name: 'stranger', pid: stranger.pid ?? 0, start: 'another time' },
  ].map((one) => ({ ...one, stopSignal: 'SIGTERM' as const, stopAlone: false }));
  await stopOrphans({ run: 'a-run-of-this-spec', children });
  await ended;
  expect(ours.signalCode).toBe('SIGTERM');
  expect(processStartTime(stranger.pid ?? 0)).toBeDefined();
});
