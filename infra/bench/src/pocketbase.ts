import { join } from 'node:path';
import {
  buildGoProgram,
  ensureDebianChroot,
  respondsWith,
  runCommand,
  type LauncherSession,
} from '@ctdb/launcher';
import type { Target } from './load.ts';
import type { Disease } from './product.ts';

const PROGRAM = {
  name: 'pocketbase',
  module: 'github.com/pocketbase/pocketbase/examples/base',
  version: 'v0.39.0',
};
const DEFAULT_PORT = 8_190;
const BATCH = 1_000;
const PASSWORD = 'correct-horse-battery-1';
const SUPERUSER = 'admin@bench.example';
const SIGNED_IN = "@request.auth.id != ''";
const RECORDS = '/api/collections/diseases/records';

const text = (name: string, required = false) => ({ name, type: 'text', max: 10_000, required });

/** The fields of our diseases, with an index on the name by which pages are sorted. */
const COLLECTION = {
  name: 'diseases',
  type: 'base',
  fields: [
    text('nameEn', true),
    text('nameKn', true),
    text('category', true),
    text('notes'),
    { name: 'isSample', type: 'bool' },
    { name: 'version', type: 'number' },
    { name: 'createdAt', type: 'autodate', onCreate: true },
    { name: 'updatedAt', type: 'autodate', onCreate: true, onUpdate: true },
  ],
  indexes: ['CREATE INDEX diseases_by_name ON diseases (nameEn)'],
  listRule: SIGNED_IN,
  viewRule: SIGNED_IN,
  createRule: SIGNED_IN,
};

/** PocketBase with the collection `diseases`. */
export class PocketBase {
  readonly origin: string;
  readonly #signal: AbortSignal;
  #superuser = '';

  private constructor(origin: string, signal: AbortSignal) {
    this.origin = origin;
    this.#signal = signal;
  }

  /** Builds it at the first call on this machine. The session ends it. */
  static async start(session: LauncherSession, signal: AbortSignal): Promise<PocketBase> {
    const { cache, dataFolder, ports, supervisor } = session;
    const getChroot = () => ensureDebianChroot(cache, signal);
    const command = join(await buildGoProgram(cache, PROGRAM, getChroot, signal), 'base');
    const options = ['--dir', join(dataFolder, 'pocketbase'), '--automigrate=false'];
    await runCommand(command, ['superuser', 'upsert', SUPERUSER, PASSWORD, ...options], { signal });
    const port = await ports.claim(DEFAULT_PORT);
    const origin = `http://127.0.0.1:${port}`;
    await supervisor.start(
      {
        name: 'pocketbase',
        command,
        args: ['serve', '--http', `127.0.0.1:${port}`, ...options],
        env: {},
        quiet: true,
        isReady: () => respondsWith(`${origin}/api/health`),
      },
      signal,
    );
    const pocketBase = new PocketBase(origin, signal);
    pocketBase.#superuser = await pocketBase.#signIn('_superusers', SUPERUSER);
    // Rate limits are off by default; the batch API is off, too.
    await pocketBase.#send('PATCH', '/api/settings', {
      batch: { enabled: true, maxRequests: BATCH, timeout: 60 },
    });
    await pocketBase.#send('POST', '/api/collections', COLLECTION);
    return pocketBase;
  }

  /** Creates users and signs them in. */
  async createTarget(sessionCount: number): Promise<Target> {
    const sessions: string[] = [];
    for (let user = 0; user < sessionCount; user += 1) {
      const email = `user-${user}@bench.example`;
      const account = { email, password: PASSWORD, passwordConfirm: PASSWORD };
      await this.#send('POST', '/api/collections/users/records', account);
      sessions.push(await this.#signIn('users', email));
    }
    return { origin: this.origin, sessions };
  }

  async insert(diseases: readonly Disease[]): Promise<void> {
    for (let at = 0; at < diseases.length; at += BATCH) {
      // Ids and times are its own.
      const requests = diseases
        .slice(at, at + BATCH)
        .map(({ nameEn, nameKn, category, notes, isSample, version }) => ({
          method: 'POST',
          url: RECORDS,
          body: { nameEn, nameKn, category, notes, isSample, version },
        }));
      await this.#send('POST', '/api/batch', { requests });
    }
  }

  async findIds(count: number): Promise<string[]> {
    const path = `${RECORDS}?perPage=${count}&fields=id&skipTotal=1`;
    const { items } = (await this.#send('GET', path)) as { items: { id: string }[] };
    return items.map(({ id }) => id);
  }

  async #signIn(collection: string, identity: string): Promise<string> {
    const path = `/api/collections/${collection}/auth-with-password`;
    const reply = await this.#send('POST', path, { identity, password: PASSWORD });
    return (reply as { token: string }).token;
  }

  async #send(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(this.origin + path, {
      method,
      headers: { authorization: this.#superuser, 'content-type': 'application/json' },
      signal: this.#signal,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`PocketBase: ${path}: ${await response.text()}`);
    return response.json();
  }
}
