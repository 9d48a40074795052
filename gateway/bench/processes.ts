import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';

/** Runs `file` again as a process that plays `role`, and waits for the first thing that it tells. */
export const start = async (
  file: string,
  role: string,
): Promise<{ child: ChildProcess; message: unknown }> => {
  const child = fork(file, [role]);
  const [message] = (await once(child, 'message')) as [unknown];
  return { child, message };
};

/** Runs a built service as the launcher does. */
export const startBuilt = async (path: string, options: string[] = []): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [...options, path], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, MALLOC_ARENA_MAX: '2' },
  });
  await once(child, 'spawn');
  return child;
};

/** What `child` has in memory, and the most that it ever had; megabytes. */
export const memoryOf = async ({ pid }: ChildProcess): Promise<{ now: number; most: number }> => {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) / 1_024;
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
};

/** Ends `child`, and waits until it has gone. */
export const stop = async (child: ChildProcess): Promise<void> => {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
};
