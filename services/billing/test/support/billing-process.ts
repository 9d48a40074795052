import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const register = new URL('../../../chassis/register.mjs', import.meta.url).href;
const READY = 'successfully started';
const READY_WITHIN_MS = 40_000;

/** Billing as a process of its own, with this process's environment; it can be killed. */
export class BillingProcess {
  private child: ChildProcess | undefined;

  /** Waits until it takes messages. */
  async start(): Promise<void> {
    const args = ['--conditions=@ctdb/source', '--import', register, main];
    const child = spawn(process.execPath, args, {
      // Jest's own options are not for it.
      env: { ...process.env, NODE_OPTIONS: '', LOG_LEVEL: 'info' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.child = child;
    await new Promise<void>((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error('billing does not start')), READY_WITHIN_MS);
      child.once('exit', () => reject(new Error('billing ended while it started')));
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        if (!text.includes(READY)) return;
        clearTimeout(limit);
        resolve();
      });
    });
  }

  /** Ends it at once, wherever it stands. */
  async kill(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
}
