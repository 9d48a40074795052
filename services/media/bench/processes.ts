import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The built worker, as the launcher starts it. */
export const startWorkerProcess = async () => {
  const flags = ['--max-semi-space-size=4', '--max-old-space-size=512'];
  const child = spawn(process.execPath, [...flags, place('../dist/worker.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, MALLOC_ARENA_MAX: '1' },
  });
  await once(child, 'spawn');
  /** Megabytes of resident memory: now, or the most that there ever were. */
  const resident = async (name: 'VmRSS' | 'VmHWM'): Promise<number> => {
    const text = await readFile(`/proc/${child.pid}/status`, 'utf8');
    return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) / 1024;
  };
  return {
    memory: () => resident('VmRSS'),
    highest: () => resident('VmHWM'),
    /** Seconds of a processor that it has used. */
    worked: async (): Promise<number> => {
      const fields = (await readFile(`/proc/${child.pid}/stat`, 'utf8')).split(' ');
      return (Number(fields[13]) + Number(fields[14])) / 100;
    },
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
};
