import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '@ctdb/containers/load/client';
import { waitUntil } from '@ctdb/containers/report';
import {
  readRunFile,
  repository,
  runCommand,
  startAllServers,
  type Addresses,
  type LauncherSession,
} from '@ctdb/launcher';
import { limitsOfOneClient } from '@ctdb/launcher/limits';
import type { Target } from './load.ts';

const DEFAULT_PORT = 8_180;
const START_TIMEOUT_MS = 600_000;
/** The first owner of a {@link Product}. */
export const ACCOUNT = { username: 'admin', password: 'correct-horse-battery-1' };
const ONE_DISEASE = '/api/diseases?page=1&limit=1';

/** Nothing else runs meanwhile. */
const SETTINGS = {
  ...limitsOfOneClient,
  BACKUP_CRON: 'off',
  DRILL_CRON: 'off',
};

/** Settings of an installation on this machine are not passed on: the benchmark fills the databases. */
const MACHINE_VARIABLES = ['PATH', 'HOME', 'LANG', 'CTDB_CACHE', 'XDG_CACHE_HOME'];
const machineEnvironment = Object.fromEntries(
  MACHINE_VARIABLES.map((name) => [name, process.env[name]]),
);

/** A disease as the API returns it. */
export interface Disease {
  id: string;
  nameEn: string;
  nameKn: string;
  category: string;
  notes: string;
  isSample: boolean;
  version: number;
}

/** A treatment with protocols, notes, history and images. */
export interface DetailedTreatment {
  diseaseId: string;
  treatmentId: string;
}

/** Starts MongoDB (or FerretDB), Redis, RabbitMQ and the object storage on empty folders. */
export function startServers(session: LauncherSession, signal: AbortSignal): Promise<Addresses> {
  return startAllServers({ ...session, env: machineEnvironment }, signal);
}

/** The whole product, started by `npm start`'s launcher on servers of its own. */
export class Product {
  readonly origin: string;
  readonly #session: LauncherSession;
  readonly #addresses: Addresses;
  /** Its data folder. */
  readonly folder: string;
  readonly #signal: AbortSignal;
  /** Signed in by {@link createTarget}. */
  readonly client: Client;

  private constructor(
    session: LauncherSession,
    addresses: Addresses,
    port: number,
    signal: AbortSignal,
  ) {
    this.origin = `http://127.0.0.1:${port}`;
    this.#session = session;
    this.#addresses = addresses;
    this.folder = join(session.dataFolder, 'product');
    this.#signal = signal;
    this.client = new Client(this.origin);
  }

  /** Builds what has changed. The session ends the product. */
  static async start(
    session: LauncherSession,
    addresses: Addresses,
    signal: AbortSignal,
    settings: Record<string, string> = {},
  ): Promise<Product> {
    const port = await session.ports.claim(DEFAULT_PORT);
    const product = new Product(session, addresses, port, signal);
    await session.supervisor.start(
      {
        name: 'product',
        command: process.execPath,
        // What `npm start` runs once the packages are installed.
        args: [join(repository, 'infra/local/src/main.ts'), 'start'],
        cwd: repository,
        env: {
          ...machineEnvironment,
          ...addresses,
          ...SETTINGS,
          ...settings,
          ADMIN_USERNAME: ACCOUNT.username,
          ADMIN_PASSWORD: ACCOUNT.password,
          DATA_DIR: product.folder,
          PORT: String(port),
        },
        stopSignal: 'SIGINT',
        stopAlone: true,
        quiet: true,
        readyTimeoutMs: START_TIMEOUT_MS,
        isReady: () => Promise.resolve(product.#isRunning()),
      },
      signal,
    );
    return product;
  }

  async restart(): Promise<void> {
    const earlier = this.findProcess('catalog')?.pid;
    await this.#session.supervisor.restart('product');
    while (!this.#isRunning() || this.findProcess('catalog')?.pid === earlier)
      await pause(100, undefined, { signal: this.#signal });
  }

  /** Signs the administrator in, several times, and waits until the registry is loaded. */
  async createTarget(sessionCount: number): Promise<Target> {
    const sessions: string[] = [];
    for (let count = 0; count < sessionCount; count += 1) {
      await this.client.signIn(ACCOUNT);
      sessions.push(`Bearer ${this.client.token}`);
    }
    await waitUntil('the registry is loaded', START_TIMEOUT_MS, async () => {
      const { status } = await this.client.send({ path: ONE_DISEASE });
      return status === 200 ? true : undefined;
    });
    return { origin: this.origin, sessions };
  }

  /** Stores generated diseases with treatments, a few with notes, history and images. Needs a restart. */
  async fill(diseases: number, detailed: number, seed: number): Promise<DetailedTreatment[]> {
    const treatments = await this.#runFill('catalog', [diseases, detailed, seed].map(String));
    if (detailed > 0) await this.#runFill('media', [], treatments);
    return JSON.parse(treatments) as DetailedTreatment[];
  }

  #runFill(service: string, args: string[], input?: string): Promise<string> {
    const loader = ['--import', '../chassis/register.mjs'];
    return runCommand(process.execPath, [...loader, 'bench/fill.ts', ...args], {
      cwd: join(repository, 'services', service),
      env: { ...machineEnvironment, ...this.#addresses },
      signal: this.#signal,
      title: `bench/fill.ts of ${service}`,
      ...(input !== undefined && { input }),
    });
  }

  async countDiseases(): Promise<number> {
    const { headers } = await this.client.send({ path: ONE_DISEASE });
    return Number(headers.get('x-total-count'));
  }

  /** @throws Error if the view lacks what was stored: it would be measured too fast */
  async assertComplete(treatment?: DetailedTreatment): Promise<void> {
    const path = `/api/treatments/disease/${treatment?.diseaseId ?? ''}`;
    const view = await this.client.json<Record<string, unknown[]>>({ path });
    for (const name of ['protocols', 'notes', 'history', 'images'])
      if (!view[name]?.length) throw new Error(`A treatment has no ${name}.`);
  }

  /** Resident memory of a process in megabytes. */
  readMemory(name: string): number {
    const status = readFileSync(`/proc/${this.findProcess(name)?.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
  }

  #isRunning(): boolean {
    return readRunFile(this.folder)?.address !== undefined;
  }

  /** The process of this name that runs now. */
  readonly findProcess = (name: string) =>
    readRunFile(this.folder)?.children.find((child) => child.name === name);
}
