import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters, styleText } from 'node:util';
import { StoppedError } from './failure.ts';

export type Color = 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'dim' | 'bold';

/** Colors a text if the console supports it and NO_COLOR is not set. */
export const color = (name: Color, text: string): string => styleText(name, text);

/** Prints a line. A closed pipe does not end the launcher. */
export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Prints lines in a frame. */
export function printBox(lines: string[]): void {
  const widthOf = (line: string) => stripVTControlCharacters(line).length;
  const width = Math.max(...lines.map(widthOf));
  const edge = '─'.repeat(width + 2);
  print(`╭${edge}╮`);
  for (const line of lines) print(`│ ${line}${' '.repeat(width - widthOf(line))} │`);
  print(`╰${edge}╯`);
}

process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

/** Time since `startedAt` (performance.now()) as text. */
export function elapsed(startedAt: number): string {
  const seconds = (performance.now() - startedAt) / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** A longer step prints its title before it ends. */
const ANNOUNCE_AFTER_MS = 700;

/**
 * Runs one step of the start and prints its title and duration.
 */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const announce = setTimeout(() => print(`${color('cyan', '▸')} ${title} …`), ANNOUNCE_AFTER_MS);
  try {
    const result = await work();
    print(`${color('green', '✔')} ${title} ${color('dim', `(${elapsed(startedAt)})`)}`);
    return result;
  } catch (error) {
    const stopped = error instanceof StoppedError;
    const mark = stopped ? color('dim', '–') : color('red', '✖');
    print(
      `${mark} ${title} ${color('dim', `(${stopped ? 'stopped after ' : ''}${elapsed(startedAt)})`)}`,
    );
    throw error;
  } finally {
    clearTimeout(announce);
  }
}

/** Runs work in parallel. The first failure aborts the rest and is thrown after all have ended. */
export async function runAbortingOnError(
  signal: AbortSignal,
  ...works: ((signal: AbortSignal) => Promise<unknown>)[]
): Promise<void> {
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  await Promise.all(works.map((work) => work(either).catch((error) => stop.abort(error))));
  stop.signal.throwIfAborted();
}

/** Like Promise.all, but rejects only after all have ended. */
export async function waitForAll<T extends readonly Promise<unknown>[]>(works: readonly [...T]) {
  await Promise.allSettled(works);
  return Promise.all(works);
}

/** One Ctrl-C can arrive twice: from the terminal and from npm. */
const DUPLICATE_SIGNAL_MS = 1_500;

/** Aborts at the first Ctrl-C. A later second one ends the launcher immediately. */
export function createStopSignal(): AbortSignal {
  const stop = new AbortController();
  let first = 0;
  const onSignal = () => {
    if (!stop.signal.aborted) {
      first = performance.now();
      print('\nStopping …');
      stop.abort();
    } else if (performance.now() - first > DUPLICATE_SIGNAL_MS) {
      print('Forced stop; the next start will stop remaining processes.');
      process.exit(130);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  return stop.signal;
}

/** Resolves after the abort and keeps the launcher alive until then. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await sleep(60_000, undefined, { signal }).catch(() => undefined);
}
