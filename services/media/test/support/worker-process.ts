import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestEnv } from '@ctdb/chassis/testing';

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A worker that is a process of its own, and can be killed like one. */
export class WorkerProcess {
  private child: ChildProcess | undefined;

  constructor(env: TestEnv) {
    env.onEnd(() => this.kill());
  }

  /** Starts it, and waits until it can work. */
  async start(): Promise<void> {
    const child = spawn(
      process.execPath,
      [
        '--conditions=@ctdb/source',
        '--import',
        place('../../../chassis/register.mjs'),
        place('../../src/worker.ts'),
      ],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, NODE_OPTIONS: '', HEALTH_PORT: '0' },
      },
    );
    this.child = child;
    await once(child, 'spawn');
  }

  /** Kills it at once, as a machine that loses its power. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  /** Stops it in an orderly way, as an update does. */
  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  /** Puts it to sleep, as a machine that is suspended; it wakes by {@link wake}. */
  sleep(): void {
    this.child?.kill('SIGSTOP');
  }

  wake(): void {
    this.child?.kill('SIGCONT');
  }

  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
}
