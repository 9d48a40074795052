import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '@ctdb/containers/report';
import { repository, type LauncherSession } from '@ctdb/launcher';

const START_TIMEOUT_MS = 900_000;
const PORT = 8_080;

/** The administrator of the product. */
export const administrator = { username: 'admin', password: 'six-lost-nodes-and-no-loss' };

/** The load comes from one address, which has the rights of many. */
const limits = Object.fromEntries(
  ['SIGNED_IN', 'ANONYMOUS', 'SIGN_IN', 'SETUP', 'ORDER', 'CAPTURE', 'UPLOAD', 'WEBHOOK'].map(
    (name) => [`RATE_${name}`, '100000'],
  ),
);

/** The product, started by `npm start`. */
export class Product {
  readonly dataFolder: string;
  readonly #process: ChildProcess;
  readonly #port: number;

  constructor(dataFolder: string, port: number, servers: Record<string, string>) {
    this.dataFolder = dataFolder;
    this.#port = port;
    this.#process = spawn(process.execPath, ['infra/local/bin/run.mjs', 'start'], {
      cwd: repository,
      env: {
        ...process.env,
        ...limits,
        ...servers,
        DATA_DIR: dataFolder,
        PORT: String(port),
        ADMIN_USERNAME: administrator.username,
        ADMIN_PASSWORD: administrator.password,
        NO_COLOR: '1',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  /** Starts it with these servers in the place of its own ones, and waits until it is ready. */
  static async start(session: LauncherSession, servers: Record<string, string>): Promise<Product> {
    const port = await session.ports.claim(PORT);
    const product = new Product(join(session.dataFolder, 'product'), port, servers);
    const log = createWriteStream(join(session.dataFolder, 'product.log'));
    let output = '';
    product.#process.stdout?.pipe(log);
    product.#process.stdout?.on('data', (chunk) => (output += String(chunk)));
    await waitUntil('the product is ready', START_TIMEOUT_MS, () => {
      if (product.#process.exitCode !== null)
        throw new Error(`the product has ended: see ${String(log.path)}`);
      return output.includes('Running at') ? true : undefined;
    });
    return product;
  }

  get base(): string {
    return `http://localhost:${this.#port}`;
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    this.#process.kill('SIGINT');
    await once(this.#process, 'exit');
  }
}
