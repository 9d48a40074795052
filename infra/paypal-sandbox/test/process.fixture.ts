import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const MAIN = resolve(import.meta.dirname, '../src/main.ts');

/** A reply; its body is parsed if it is JSON. */
export interface HttpReply {
  status: number;
  headers: Headers;
  text: string;
  // Tests look into answers of many shapes.
  body: Record<string, unknown>;
}

/** The simulator as a process that can be killed and started again on the same data. */
export class Process {
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;
  #folder: string | undefined;
  base = '';

  constructor(env: NodeJS.ProcessEnv = {}) {
    this.#env = env;
  }

  /** The one that runs beside all tests: accounts of a test are its own. */
  static running(): Process {
    const simulator = new Process();
    simulator.base = process.env['PAYPAL_BASE_URL'] ?? '';
    return simulator;
  }

  /** A test that failed half-way may have left one running. */
  async start(): Promise<void> {
    await this.kill();
    const port = this.base === '' ? '0' : new URL(this.base).port;
    this.#folder ??= mkdtempSync(join(tmpdir(), 'paypal-simulator-'));
    const child = spawn(process.execPath, [MAIN], {
      env: { ...this.#env, PAYPAL_SANDBOX_PORT: port, PAYPAL_SANDBOX_DATA: this.#folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    for await (const line of createInterface({ input: child.stdout })) {
      const origin = /ready at (\S+?)"/.exec(line)?.[1];
      if (origin === undefined) continue;
      this.base = origin;
      return;
    }
    throw new Error('the simulator ended before it was ready');
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async end(): Promise<void> {
    await this.kill();
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true });
  }

  async call(method: string, path: string, init: RequestInit = {}): Promise<HttpReply> {
    const reply = await fetch(this.base + path, { method, redirect: 'manual', ...init });
    const text = await reply.text();
    const isJson = reply.headers.get('content-type')?.startsWith('application/json') === true;
    const body = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
    return { status: reply.status, headers: reply.headers, text, body };
  }
}
