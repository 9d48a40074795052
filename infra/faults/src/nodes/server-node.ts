import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '@ctdb/containers/report';
import {
  ensureDebianChroot,
  placeInChroot,
  placeOnHost,
  plainEnvironment,
  type LauncherSession,
  type ServerPlace,
} from '@ctdb/launcher';

const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 30_000;

/** Makes the data folder of a node: on this machine with a program of its own, else in the private Debian. */
export async function placeNode(
  { cache, dataFolder }: LauncherSession,
  name: string,
  user: 'rabbitmq' | 'redis',
  hasProgram: boolean,
  signal: AbortSignal,
): Promise<ServerPlace> {
  const context = {
    dataFolder: join(dataFolder, name),
    debianRoot: () => ensureDebianChroot(cache, signal),
  };
  return hasProgram ? placeOnHost(context, user) : placeInChroot(context, user);
}

export type EndSignal = 'SIGKILL' | 'SIGTERM' | 'SIGSTOP';

interface NodeOptions {
  name: string;
  place: ServerPlace;
  program: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  isReady: () => Promise<boolean>;
}

/** A server that is ended and started again. */
export class ServerNode {
  readonly name: string;
  readonly #options: NodeOptions;
  #process: ChildProcess | undefined;

  constructor(options: NodeOptions) {
    this.name = options.name;
    this.#options = options;
  }

  /** Starts it, or continues it after SIGSTOP, and waits until it is ready. */
  async start(): Promise<void> {
    if (this.#process) return void this.#process.kill('SIGCONT');
    const { name, place, program, args, env, isReady } = this.#options;
    const child = this.spawn(program, args, env);
    child.once('exit', () => (this.#process = undefined));
    this.#process = child;
    const log = createWriteStream(join(place.folder, 'output.log'), { flags: 'a' });
    child.stdout?.pipe(log);
    child.stderr?.pipe(log);
    await waitUntil(`${name} is ready`, START_TIMEOUT_MS, async () => {
      if (this.#process !== child) throw new Error(`${name} has ended: see ${String(log.path)}`);
      return (await isReady()) ? true : undefined;
    });
  }

  /**
   * Ends it and waits for its end. SIGSTOP only stops it, like a machine that has lost its power or its
   * network: connections stay open.
   */
  async end(signal: EndSignal): Promise<void> {
    const child = this.#process;
    child?.kill(signal);
    if (!child || signal === 'SIGSTOP') return;
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await once(child, 'exit');
    clearTimeout(timer);
  }

  /** Runs a program of the server beside it; returns its output, undefined if it fails. */
  async run(program: string, args: string[]): Promise<string | undefined> {
    const child = this.spawn(program, args, this.#options.env);
    let output = '';
    child.stdout?.on('data', (chunk) => (output += String(chunk)));
    child.stderr?.resume();
    const [code] = (await once(child, 'close')) as [number | null];
    return code === 0 ? output : undefined;
  }

  private spawn(program: string, args: string[], env = plainEnvironment()): ChildProcess {
    const call = this.#options.place.toCall(program, args);
    // With the id of this run, by which the session finds what is left.
    return spawn(call.command, call.args, {
      env: { ...env, CTDB_RUN: process.env['CTDB_RUN'] },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}
