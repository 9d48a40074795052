import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { run } from './command.ts';
import type { RepositorySettings } from './settings.ts';

const SHORT_ID = 8;
const TAG = 'complete';
/** Names the installation, not the container, so that each run finds its predecessor. */
const HOST = 'installation';

const snapshot = z.object({ short_id: z.string(), time: z.string() });
const summary = z.object({
  snapshot_id: z.string(),
  total_bytes_processed: z.number(),
  total_files_processed: z.number(),
  data_added: z.number(),
});

/** How restic calls ssh; `address` as in `sftp:user@host:/folder`. */
export const sshCommand = (address: string, key: string, knownHosts: string): string => {
  const host = /^sftp:(?:\/\/)?([^:/]+)/.exec(address)?.[1] ?? '';
  const port = /^sftp:\/\/[^/]*:(\d+)/.exec(address)?.[1];
  const checks = `-o BatchMode=yes -o StrictHostKeyChecking=yes -o UserKnownHostsFile=${knownHosts}`;
  return `ssh ${port ? `-p ${port} ` : ''}-i ${key} ${checks} ${host} -s sftp`;
};

/** Encrypted snapshots in a folder, a bucket or on a server (restic). */
export class Repository {
  readonly #settings: RepositorySettings['repository'];
  readonly #work: string;

  constructor({ repository, work }: RepositorySettings) {
    this.#settings = repository;
    this.#work = work;
  }

  /** Creates it at the first run. A wrong password or a server that is away is an error. */
  async open(): Promise<void> {
    try {
      await this.#restic(['cat', 'config']);
    } catch (error) {
      // Only where nothing is: restic keeps what exists.
      await this.#restic(['init']).catch(() => Promise.reject(error));
    }
    // Locks of killed runs.
    await this.#restic(['unlock']);
  }

  /** Stores what is in the folder. */
  async save(folder: string) {
    const args = ['backup', '--json', '--host', HOST, '--tag', TAG, '.'];
    const lines = (await this.#restic(args, { cwd: folder })).trim().split('\n');
    const result = summary.parse(JSON.parse(lines.at(-1) ?? ''));
    return {
      snapshot: result.snapshot_id.slice(0, SHORT_ID),
      bytes: result.total_bytes_processed,
      files: result.total_files_processed,
      addedBytes: result.data_added,
    };
  }

  /** Forgets what is older than the settings say: all of two days, then one a day. */
  async forgetOld(): Promise<void> {
    const { keepDays } = this.#settings;
    const keep = ['--keep-within', '2d', '--keep-within-daily', `${keepDays}d`];
    await this.#restic(['forget', '--quiet', '--tag', TAG, '--group-by', 'tags', ...keep]);
  }

  /** Removes what no snapshot needs, and reads a tenth of the rest: after ten weeks everything was read. */
  async check(): Promise<void> {
    await this.#restic(['prune', '--quiet']);
    await this.#restic(['check', '--quiet', '--read-data-subset=10%']);
  }

  /** The newest snapshot, or the named one. */
  async find(id = 'latest') {
    const which = id === 'latest' ? ['--tag', TAG, id] : [id];
    const found = z
      .array(snapshot)
      .parse(JSON.parse(await this.#restic(['snapshots', '--json', ...which])));
    if (found[0] === undefined) throw new Error(`there is no backup ${id}`);
    return { id: found[0].short_id, at: new Date(found[0].time) };
  }

  /** Writes files of a snapshot into a folder. */
  async extract(id: string, paths: string[], folder: string): Promise<void> {
    const include = paths.flatMap((path) => ['--include', path]);
    await this.#restic(['restore', id, '--target', folder, ...include]);
  }

  /** Prints all snapshots. */
  async print(): Promise<void> {
    await this.#restic(['snapshots', '--tag', TAG, '--compact'], { inherit: true });
  }

  /** Prints a folder of a snapshot, as a tar archive. */
  async printFolder(id: string, path: string): Promise<void> {
    await this.#restic(['dump', '--archive', 'tar', id, path], { inherit: true });
  }

  async #restic(args: string[], options: { cwd?: string; inherit?: boolean } = {}) {
    const { address, password, accessKey = '', secretKey = '' } = this.#settings;
    const env = {
      RESTIC_REPOSITORY: address,
      RESTIC_PASSWORD: password,
      RESTIC_CACHE_DIR: join(this.#work, 'cache'),
      AWS_ACCESS_KEY_ID: accessKey,
      AWS_SECRET_ACCESS_KEY: secretKey,
    };
    return (await run('restic', [...(await this.#sshOptions()), ...args], { env, ...options }))
      .stdout;
  }

  /** ssh reads its key from a file that only its user can read. */
  async #sshOptions(): Promise<string[]> {
    const { address, sshKey, sshKnownHost = '' } = this.#settings;
    if (sshKey === undefined || !address.startsWith('sftp:')) return [];
    const folder = join(this.#work, 'ssh');
    const [key, knownHosts] = [join(folder, 'key'), join(folder, 'known_hosts')];
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(key, `${sshKey}\n`, { mode: 0o600 });
    await writeFile(knownHosts, `${sshKnownHost}\n`);
    return ['-o', `sftp.command=${sshCommand(address, key, knownHosts)}`];
  }
}
