import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { processStart } from '../../bin/identity.mjs';
import { LaunchError, StoppedError } from '../failure.ts';
import { Backoff } from './backoff.ts';
import type { ChildSpec } from './child-spec.ts';
import { endProcess, send } from './processes.ts';
import type { ChildEntry } from './run-file.ts';

const STOP_GRACE_MS = 20_000;
const READY_WITHIN_MS = 120_000;
const READY_POLL_MS = 50;
const TAIL_LINES = 15;
/** A process that fails this often before it was ever ready will not come up by itself. */
const FAILED_STARTS = 4;
/** How long its last lines may take to arrive. */
const LAST_LINES_MS = 500;

export interface ChildEvents {
  /** The process behind it changed. */
  changed: () => void;
  line: (line: string) => void;
  /** Something that the operator should know. */
  notice: (text: string) => void;
}

/** One supervised process: started, watched, started again when it ends, stopped. */
export class Child {
  readonly spec: ChildSpec;
  readonly #events: ChildEvents;
  readonly #backoff = new Backoff();
  readonly #tail: string[] = [];
  #process: ChildProcess | undefined;
  #entry: ChildEntry | undefined;
  #outputEnded: Promise<unknown> = Promise.resolve();
  #exits = 0;
  #wasReady = false;
  #stopping = new AbortController();

  constructor(spec: ChildSpec, events: ChildEvents) {
    this.spec = spec;
    this.#events = events;
  }

  /** The living process, for run.json. */
  get entry(): ChildEntry | undefined {
    return this.#entry;
  }

  /** Starts it and waits until it is ready. */
  async start(signal: AbortSignal): Promise<void> {
    this.#spawn();
    const { name, readyWithinMs = READY_WITHIN_MS } = this.spec;
    const deadline = performance.now() + readyWithinMs;
    while (!(await this.#isReady())) {
      if (signal.aborted) throw new StoppedError();
      if (this.#exits >= FAILED_STARTS)
        throw this.#failure(`${name} ends as soon as it is started:`);
      if (performance.now() > deadline) {
        throw this.#failure(
          `${name} was not ready within ${readyWithinMs / 1000} s. Its last lines:`,
        );
      }
      await sleep(READY_POLL_MS);
    }
    this.#wasReady = true;
  }

  /** Ends it in order and for good. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    if (this.#entry === undefined) return;
    const { stopSignal, stopAlone } = this.#entry;
    await endProcess(this.#entry, stopSignal, stopAlone, STOP_GRACE_MS);
    await Promise.race([this.#outputEnded, sleep(LAST_LINES_MS)]);
  }

  /** Ends the process at once; the supervisor then starts it again. */
  async restart(): Promise<void> {
    const entry = this.#entry;
    if (entry !== undefined) await endProcess(entry, entry.stopSignal, entry.stopAlone, 5_000);
  }

  #spawn(): void {
    const { spec } = this;
    spec.beforeStart?.();
    const began = performance.now();
    const child = spawn(spec.command, spec.args, {
      cwd: spec.cwd,
      env: spec.env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    this.#outputEnded = new Promise((resolve) => child.once('close', resolve));
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream, crlfDelay: Infinity }).on('line', (line) =>
        this.#line(line),
      );
    }
    child.on('error', (error) => this.#line(`${spec.command} does not run: ${error.message}`));
    child.on('exit', (code, signal) => this.#ended(child, began, signal ?? `exit code ${code}`));
    const { pid } = child;
    if (pid === undefined) return this.#ended(child, began, 'not started');
    const { name, port, stopSignal = 'SIGTERM', stopAlone = false } = spec;
    const start = processStart(pid) ?? '';
    this.#entry = {
      name,
      pid,
      start,
      stopSignal,
      stopAlone,
      ...(port === undefined ? {} : { port }),
    };
    this.#events.changed();
  }

  #ended(child: ChildProcess, began: number, how: string): void {
    if (this.#process !== child) return;
    this.#process = undefined;
    this.#entry = undefined;
    this.#exits += 1;
    // Whatever it had started would hold its port or its data.
    if (child.pid !== undefined) send(child.pid, 'SIGKILL', true);
    this.#events.changed();
    if (this.#stopping.signal.aborted) return;
    const delay = this.#backoff.delay(performance.now() - began);
    if (this.#wasReady) this.#events.notice(`ended (${how}), starting again in ${delay} ms`);
    void this.#again(delay);
  }

  async #again(delay: number): Promise<void> {
    const { signal } = this.#stopping;
    await sleep(delay, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    this.#spawn();
    if (!this.#wasReady) return;
    const process = this.#process;
    const began = performance.now();
    while (!signal.aborted && this.#process === process) {
      if (await this.#isReady().catch(() => false)) {
        const ms = Math.round(performance.now() - began);
        return this.#events.notice(`is back after ${ms} ms`);
      }
      await sleep(READY_POLL_MS);
    }
  }

  /** Fails with a `LaunchError` where it never will be. */
  async #isReady(): Promise<boolean> {
    if (this.#process === undefined) return false;
    try {
      return await this.spec.isReady();
    } catch (error) {
      if (error instanceof LaunchError) throw error;
      return false;
    }
  }

  #line(line: string): void {
    this.#tail.push(line);
    if (this.#tail.length > TAIL_LINES) this.#tail.shift();
    this.spec.onLine?.(line);
    this.#events.line(line);
  }

  #failure(message: string): LaunchError {
    return new LaunchError(message, ...this.#tail.map((line) => `| ${line}`));
  }
}
