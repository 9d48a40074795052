import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestEnv } from '@ctdb/chassis/testing';
import { createConnection } from 'mongoose';

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** One of the product's services as it is, in a process of its own, with a database of its own. */
export class ServiceProcess {
  private child: ChildProcess | undefined;
  private readonly database: string;

  constructor(
    private readonly env: TestEnv,
    private readonly service: string,
    private readonly variables: Record<string, string> = {},
  ) {
    this.database = `${env.MONGODB_DB}-${service}`;
    env.onEnd(async () => {
      await this.kill();
      await this.dropDatabase();
    });
  }

  /** Starts it; it is not ready yet. */
  async start(): Promise<void> {
    const args = [
      '--conditions=@ctdb/source',
      '--import',
      place('../../../chassis/register.mjs'),
      place(`../../../${this.service}/src/main.ts`),
    ];
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        HEALTH_PORT: '0',
        MONGODB_DB: this.database,
        ...this.variables,
      },
    });
    this.child = child;
    await once(child, 'spawn');
  }

  /** Ends it at once, as a machine that loses its power. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  /** Ends it in order. */
  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }

  private async dropDatabase(): Promise<void> {
    const connection = createConnection(this.env.MONGODB_URI, { dbName: this.database });
    await connection.asPromise();
    await connection.dropDatabase();
    await connection.close();
  }
}
