import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A worker as it runs in production, but of the sources. */
export const startWorkerProcess = async () => {
  const loader = ['--conditions=@ctdb/source', '--import', place('../test/process/register.mjs')];
  const child = spawn(process.execPath, [...loader, place('../src/worker.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'spawn');
  return {
    /** How much it has in memory now, in megabytes. */
    memory: async (): Promise<number> => {
      const text = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024;
    },
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
};
