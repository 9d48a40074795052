import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tryLock } from '../../bin/lock.mjs';
import { cacheFolder } from '../paths.ts';
import { openSession, type Session } from '../session.ts';

const PREFIX = 'run-';

/** A session on a data folder of its own that is removed at the end; also ends what crashed test runs have left. */
export async function openThrowAwaySession(env: NodeJS.ProcessEnv): Promise<Session> {
  const parent = join(cacheFolder(env), 'test-runs');
  mkdirSync(parent, { recursive: true });
  for (const name of readdirSync(parent)) {
    if (name.startsWith(PREFIX)) await removeCrashed(env, join(parent, name));
  }
  const folder = mkdtempSync(join(parent, PREFIX));
  const session = await openSession(env, folder);
  return {
    ...session,
    close: async () => {
      await session.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function removeCrashed(env: NodeJS.ProcessEnv, folder: string): Promise<void> {
  const lock = tryLock(join(folder, 'launcher.lock'));
  if (!lock.held) return;
  lock.release();
  const session = await openSession(env, folder);
  await session.close();
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
}
