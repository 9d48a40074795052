import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { waitUntil, type TestEnv } from '@ctdb/chassis/testing';

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
};

/** A worker, or what answers messages, that is a process of its own, and can be killed like one. */
export class WorkerProcess {
  private child: ChildProcess | undefined;

  constructor(
    env: TestEnv,
    private readonly program: 'worker' | 'main' = 'worker',
  ) {
    env.onEnd(() => this.kill());
  }

  /** Starts it, and waits until it works. */
  async start(): Promise<void> {
    const port = await freePort();
    const args = [
      '--conditions=@ctdb/source',
      '--import',
      place('../../../chassis/register.mjs'),
      place(`../../src/${this.program}.ts`),
    ];
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '', HEALTH_PORT: String(port) },
    });
    this.child = child;
    const isUp = async () =>
      (await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => undefined))?.ok === true;
    await waitUntil(isUp, 'the worker does not come up', 90_000);
  }

  /** Kills it at once, as a machine that loses its power. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  /** Stops it in order. */
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
}
