import { color, print, elapsed } from './console.ts';
import { StoppedError } from './failure.ts';

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
