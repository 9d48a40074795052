import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { processStartTime } from '../../bin/process-identity.mjs';
import { LaunchError, StoppedError } from '../failure.ts';
import { type ChildEntry, sendSignal, stopProcess } from './processes.ts';

const READY_TIMEOUT_MS = 120_000;
const READY_POLL_INTERVAL_MS = 50;
const TAIL_LINES = 15;
/** Exits before the first readiness after which the start fails. */
const MAX_FAILED_STARTS = 4;
/** Wait for the last output lines. */
const OUTPUT_DRAIN_MS = 500;
/** Delays before restarts. They double with every exit. */
const INITIAL_DELAY_MS = 100;
const MAX_DELAY_MS = 10_000;
/** After this lifetime the delay starts at its initial value again. */
const HEALTHY_AFTER_MS = 30_000;

export interface ChildEvents {
  /** The process was started or has ended. */
  changed: () => void;
  line: (line: string) => void;
  /** A message for the operator. */
  notice: (text: string) => void;
}

/** One supervised process. It is restarted whenever it ends, until `stop`. */
export class Child {
  readonly spec: ChildSpec;
  readonly #events: ChildEvents;
  #nextDelayMs = INITIAL_DELAY_MS;
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

  /** The running process, for run.json. */
  get entry(): ChildEntry | undefined {
    return this.#entry;
  }

  /** Starts it and waits until it is ready. */
  async start(signal: AbortSignal): Promise<void> {
    this.#spawn();
    const { name, readyTimeoutMs = READY_TIMEOUT_MS } = this.spec;
    const deadline = performance.now() + readyTimeoutMs;
    while (!(await this.#isReady())) {
      if (signal.aborted) throw new StoppedError();
      if (this.#exits >= MAX_FAILED_STARTS)
        throw this.#failure(`${name} exits right after its start:`);
      if (performance.now() > deadline) {
        throw this.#failure(
          `${name} was not ready within ${readyTimeoutMs / 1000} s. Its last lines:`,
        );
      }
      await sleep(READY_POLL_INTERVAL_MS);
    }
    this.#wasReady = true;
  }

  /** Stops it and does not restart it. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    if (this.#entry === undefined) return;
    await stopProcess(this.#entry, this.spec.stopTimeoutMs);
    await Promise.race([this.#outputEnded, sleep(OUTPUT_DRAIN_MS)]);
  }

  /** Stops the process, which is then restarted. */
  async restart(): Promise<void> {
    if (this.#entry !== undefined) await stopProcess(this.#entry);
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
        this.#onLine(line),
      );
    }
    child.on('error', (error) => this.#onLine(`${spec.command} does not run: ${error.message}`));
    child.on('exit', (code, signal) => this.#onExit(child, began, signal ?? `exit code ${code}`));
    const { pid } = child;
    if (pid === undefined) return this.#onExit(child, began, 'not started');
    const { name, port, stopSignal = 'SIGTERM', stopAlone = false } = spec;
    const start = processStartTime(pid) ?? '';
    this.#entry = { name, pid, start, stopSignal, stopAlone, port };
    this.#events.changed();
  }

  #onExit(child: ChildProcess, began: number, how: string): void {
    if (this.#process !== child) return;
    this.#process = undefined;
    this.#entry = undefined;
    this.#exits += 1;
    // Its child processes would hold its port or its data.
    if (child.pid !== undefined) sendSignal(child.pid, 'SIGKILL', true);
    this.#events.changed();
    if (this.#stopping.signal.aborted) return;
    if (performance.now() - began >= HEALTHY_AFTER_MS) this.#nextDelayMs = INITIAL_DELAY_MS;
    const delay = this.#nextDelayMs;
    this.#nextDelayMs = Math.min(delay * 2, MAX_DELAY_MS);
    if (this.#wasReady) this.#events.notice(`exited (${how}), restarting in ${delay} ms`);
    void this.#restartAfter(delay);
  }

  async #restartAfter(delay: number): Promise<void> {
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
        return this.#events.notice(`ready again after ${ms} ms`);
      }
      await sleep(READY_POLL_INTERVAL_MS);
    }
  }

  /** @throws LaunchError if it can never become ready */
  async #isReady(): Promise<boolean> {
    if (this.#process === undefined) return false;
    try {
      return await this.spec.isReady();
    } catch (error) {
      if (error instanceof LaunchError) throw error;
      return false;
    }
  }

  #onLine(line: string): void {
    this.#tail.push(line);
    if (this.#tail.length > TAIL_LINES) this.#tail.shift();
    this.spec.onLine?.(line);
    this.#events.line(line);
  }

  #failure(message: string): LaunchError {
    return new LaunchError(message, ...this.#tail.map((line) => `| ${line}`));
  }
}

/** A program with its arguments. */
export interface ProgramCall {
  command: string;
  args: string[];
}

/** A long-running process that the supervisor keeps alive. */
export interface ChildSpec extends ProgramCall {
  name: string;
  cwd?: string;
  env: NodeJS.ProcessEnv;
  /** Its port, for run.json. */
  port?: number;
  /** Signal for a regular stop. Default: SIGTERM. */
  stopSignal?: NodeJS.Signals;
  /** Whether `stopSignal` goes to the process alone and not to its whole group. */
  stopAlone?: boolean;
  /** Time after which it is killed. Default: 20 s. */
  stopTimeoutMs?: number;
  /** Writes the output to the log file only. */
  quiet?: boolean;
  /** Whether it can work now. */
  isReady: () => Promise<boolean>;
  /** Limit of the first start. */
  readyTimeoutMs?: number;
  /** Called before every start, the first and each restart. */
  beforeStart?: () => void;
  /** Receives every output line. */
  onLine?: (line: string) => void;
}
