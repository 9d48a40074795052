import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findFreePort } from './own-server.js';
import { dropDatabase, type TestEnv } from './test-env.js';
import { waitUntil } from './wait-until.js';

const toPath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Runs a program of a service to its end; `program` as built, relative to `services/`. */
export const runProgram = async (
  program: string,
  args: string[] = [],
  variables: Record<string, string> = {},
) =>
  promisify(execFile)(process.execPath, [toPath(`../../../${program}`), ...args], {
    env: { ...process.env, NODE_OPTIONS: '', ...variables },
  }).catch((error: { code: number; stdout: string; stderr: string }) => error);

/** How a {@link ServiceProcess} differs from the test's own process. */
export interface ServiceProcessOptions {
  variables?: Record<string, string>;
}

/** A program of a service in a process of its own, which a test can kill and pause. It logs to the folder TEST_LOGS. */
export class ServiceProcess {
  private child: ChildProcess | undefined;

  /** @param program as built, relative to `services/`, for example `media/dist/worker.js` */
  constructor(
    env: TestEnv,
    private readonly program: string,
    private readonly options: ServiceProcessOptions = {},
  ) {
    env.onEnd(async () => {
      await this.kill();
      const database = options.variables?.['MONGODB_DB'];
      if (database !== undefined) await dropDatabase(env.MONGODB_URI, database);
    });
  }

  /** Starts it, and waits until it is alive; it may not be ready yet. */
  async start(): Promise<void> {
    const { variables } = this.options;
    const port = String(await findFreePort());
    const logs = process.env['TEST_LOGS'];
    const log =
      logs && openSync(join(logs, `${this.program.replaceAll('/', '-')}-${port}.log`), 'a');
    const child = spawn(process.execPath, [toPath(`../../../${this.program}`)], {
      stdio: ['ignore', log || 'ignore', 'inherit'],
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        HEALTH_PORT: port,
        ...(log && { LOG_LEVEL: 'info' }),
        ...variables,
      },
    });
    if (log) closeSync(log);
    this.child = child;
    const isAlive = async () => {
      if (child.exitCode !== null) throw new Error(`${this.program} ended while it started`);
      return (
        (await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => undefined))?.ok === true
      );
    };
    await waitUntil(isAlive, `${this.program} does not start`, 90_000);
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Ends it at once, as a power cut does. */
  kill(): Promise<number | null> {
    return this.end('SIGKILL');
  }

  /** Ends it in order, as an update does. Returns the exit code. */
  stop(): Promise<number | null> {
    return this.end('SIGTERM');
  }

  /** Suspends it until {@link resume}. */
  pause(): void {
    this.child?.kill('SIGSTOP');
  }

  resume(): void {
    this.child?.kill('SIGCONT');
  }

  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const { child } = this;
    if (!child) return null;
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    }
    return child.exitCode;
  }
}
