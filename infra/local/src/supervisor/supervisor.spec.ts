import { afterEach, beforeEach, expect, it } from 'vitest';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildSpec } from './child.ts';
import { findProcessesOfRun, RUN_ID_VARIABLE } from './processes.ts';
import { Supervisor } from './supervisor.ts';

let folder: string;
let supervisor: Supervisor;
const never = new AbortController().signal;
const RUN = `supervisor-spec-${process.pid}`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'supervisor-'));
  supervisor = new Supervisor(RUN, folder, () => undefined);
});
afterEach(async () => {
  await supervisor.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A program that prints "up" when it is ready. */
function shell(name: string, script: string, more: Partial<ChildSpec> = {}): ChildSpec {
  const command = join(folder, name);
  writeFileSync(command, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  let up = false;
  return {
    name,
    command,
    args: [],
    env: { PATH: process.env['PATH'] },
    quiet: true,
    beforeStart: () => (up = false),
    onLine: (line) => (up ||= line === 'up'),
    isReady: async () => up,
    ...more,
  };
}

const getPid = (name: string) => supervisor.entries.find((entry) => entry.name === name)?.pid ?? 0;

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !holds(); tries += 1) await sleep(10);
  expect(holds()).toBe(true);
}

it('Supervisor starts a killed process again, and ends what it had started', async () => {
  await supervisor.start(shell('parent', 'sleep 61 & echo up; wait'), never);
  const first = getPid('parent');
  const members = () => findProcessesOfRun(RUN).map(({ pid }) => pid);
  const before = members();
  expect(before).toHaveLength(2);
  process.kill(first, 'SIGKILL');
  await until(() => ![0, first].includes(getPid('parent')));
  await until(() => before.every((pid) => !members().includes(pid)));
});

it('Supervisor marks its processes, logs their output, and restarts one', async () => {
  const script = `echo "mark $${RUN_ID_VARIABLE}"; echo up; exec sleep 60`;
  await supervisor.start(shell('log', script), never);
  const read = () => readFileSync(join(folder, 'logs', 'log.log'), 'utf8');
  expect(read()).toBe(`mark ${RUN}\nup\n`);
  await supervisor.restart('log');
  await until(() => read() === `mark ${RUN}\nup\n`.repeat(2));
});

it('Supervisor gives up a process that never comes up, with its last words', async () => {
  const broken = shell('broken', 'echo "cannot find the door" >&2; exit 3');
  await expect(supervisor.start(broken, never)).rejects.toMatchObject({
    message: 'broken exits right after its start:',
    hints: expect.arrayContaining(['| cannot find the door']),
  });
});

it('Supervisor gives up a process that is not ready in time', async () => {
  const slow = shell('slow', 'exec sleep 60', { readyTimeoutMs: 120 });
  await expect(supervisor.start(slow, never)).rejects.toThrow('slow was not ready within 0.12 s');
});

it('Supervisor stops everything, the last started first, and starts nothing again', async () => {
  const order: string[] = [];
  const script = 'trap "echo bye; exit 0" TERM; echo up; while :; do sleep 0.02; done';
  for (const name of ['first', 'second']) {
    const spec = shell(name, script);
    const onLine = (line: string) => {
      spec.onLine?.(line);
      if (line === 'bye') order.push(name);
    };
    await supervisor.start({ ...spec, onLine }, never);
  }
  await supervisor.stop();
  expect(order).toEqual(['second', 'first']);
  await sleep(250);
  expect(supervisor.entries).toEqual([]);
});
