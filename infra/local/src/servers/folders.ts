import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootUsers } from '../tools/enter-root.ts';

type RootUser = keyof typeof rootUsers;

/** A server's own folder; given a user of the private root, it belongs to that one alone. */
export function serverFolder(dataFolder: string, name: string, user?: RootUser): string {
  const folder = join(dataFolder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user !== undefined) chownSync(folder, rootUsers[user], rootUsers[user]);
  return folder;
}

/** A file that its owner alone may read: settings with a password in them. */
export function writePrivate(file: string, content: string, user?: RootUser): void {
  writeFileSync(file, content, { mode: 0o600 });
  if (user !== undefined) chownSync(file, rootUsers[user], rootUsers[user]);
}

/** The environment of a backing server: nothing of the operator's own but what programs need to run. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return {
    PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/bin:/sbin:/bin`,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
  };
}
