import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { run } from './command.ts';
import type { RepositorySettings } from './settings.ts';

/** The longest run. */
export const LOCK_WAIT_SECONDS = 14_400;

/** Locked by a backup or restore, which share a folder and of which one runs at a time; or by a drill or prune, of which one runs beside them. */
export const lockFile = (work: string, name: 'backup' | 'drill'): string =>
  join(work, name === 'drill' ? 'drill-lock' : 'lock');

const SHORT_ID = 8;
const DAY_MS = 86_400_000;
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

  /** Stores what is in the folder, as a snapshot of the given time. */
  async save(folder: string, at: Date) {
    const time = at.toISOString().slice(0, 'YYYY-MM-DD HH:MM:SS'.length).replace('T', ' ');
    const args = ['backup', '--json', '--host', HOST, '--tag', TAG, '--time', time, '.'];
    const lines = (await this.#restic(args, { cwd: folder })).trim().split('\n');
    const result = summary.parse(JSON.parse(lines.at(-1) ?? ''));
    return {
      snapshot: result.snapshot_id.slice(0, SHORT_ID),
      bytes: result.total_bytes_processed,
      files: result.total_files_processed,
      addedBytes: result.data_added,
    };
  }

  /**
   * Forgets what is older than the settings say (all of two days stay, then one a day), and removes all data that no
   * snapshot needs, while no backup runs: files that also hold other data are written anew. The newest snapshot stays
   * at any age.
   */
  async prune(now = new Date()): Promise<void> {
    const { keepDays } = this.#settings;
    const flock = [`--timeout=${LOCK_WAIT_SECONDS}`, lockFile(this.#work, 'backup')];
    await this.#restic(['unlock'], { flock });
    const which = ['--tag', TAG, '--group-by', 'tags'];
    const keep = ['--keep-within', '2d', '--keep-within-daily', `${keepDays}d`];
    await this.#restic(['forget', '--quiet', ...which, ...keep], { flock });
    // restic counts from the newest snapshot, which is old if backups fail.
    const cutoff = now.getTime() - keepDays * DAY_MS;
    const older = (await this.#list(['--tag', TAG]))
      .slice(0, -1)
      .filter(({ at }) => at.getTime() <= cutoff);
    if (older.length > 0)
      await this.#restic(['forget', '--quiet', ...older.map(({ id }) => id)], { flock });
    await this.#restic(['prune', '--quiet', '--max-unused', '0'], { flock });
  }

  /**
   * Checks that every snapshot is complete, and reads a tenth (1 to 10) of what is stored. Without restic's lock,
   * which would keep backups out: they only add, and their snapshots are not looked at.
   */
  async check(tenth: number): Promise<void> {
    await this.#restic(['check', '--quiet', '--no-lock', `--read-data-subset=${tenth}/10`]);
  }

  /** The newest snapshot, or the named one. */
  async find(id = 'latest') {
    const which = id === 'latest' ? ['--tag', TAG, id] : [id];
    const [found] = await this.#list(which);
    if (found === undefined) throw new Error(`there is no backup ${id}`);
    return found;
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

  /** Snapshots, the oldest first. */
  async #list(which: string[]) {
    const text = await this.#restic(['snapshots', '--json', ...which]);
    const found = z.array(snapshot).parse(JSON.parse(text));
    return found
      .map(({ short_id: id, time }) => ({ id, at: new Date(time) }))
      .sort((a, b) => a.at.getTime() - b.at.getTime());
  }

  /** Runs restic; with `flock`, under the lock that its arguments name. */
  async #restic(
    args: string[],
    { flock, ...options }: { cwd?: string; inherit?: boolean; flock?: string[] } = {},
  ) {
    const { address, password, accessKey = '', secretKey = '' } = this.#settings;
    const env = {
      RESTIC_REPOSITORY: address,
      RESTIC_PASSWORD: password,
      RESTIC_CACHE_DIR: join(this.#work, 'cache'),
      AWS_ACCESS_KEY_ID: accessKey,
      AWS_SECRET_ACCESS_KEY: secretKey,
      // Of the times that it reads and prints.
      TZ: 'UTC',
    };
    const restic = ['restic', ...(await this.#sshOptions()), ...args];
    const [program = '', ...rest] = flock ? ['flock', '--no-fork', ...flock, ...restic] : restic;
    return (await run(program, rest, { env, ...options })).stdout;
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
