import { paint, say, took } from './console.ts';
import { StoppedError } from './failure.ts';

/** After this time an unfinished step is announced, so that nobody looks at a silent screen. */
const ANNOUNCE_AFTER_MS = 700;

/**
 * Runs one step of the start and tells what it does and how long it took.
 * @param title what happens, in the words of the operator
 */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const announce = setTimeout(() => say(`${paint('cyan', '▸')} ${title} …`), ANNOUNCE_AFTER_MS);
  try {
    const result = await work();
    say(`${paint('green', '✔')} ${title} ${paint('dim', `(${took(began)})`)}`);
    return result;
  } catch (error) {
    const stopped = error instanceof StoppedError;
    const mark = stopped ? paint('dim', '–') : paint('red', '✖');
    say(`${mark} ${title} ${paint('dim', `(${stopped ? 'given up after ' : ''}${took(began)})`)}`);
    throw error;
  } finally {
    clearTimeout(announce);
  }
}

/** Runs works at the same time; the first failure aborts the others and is thrown when all have ended. */
export async function together(
  signal: AbortSignal,
  ...works: ((signal: AbortSignal) => Promise<unknown>)[]
): Promise<void> {
  const stop = new AbortController();
  const both = AbortSignal.any([signal, stop.signal]);
  let failed = false;
  let failure: unknown;
  await Promise.all(
    works.map(async (work) => {
      try {
        await work(both);
      } catch (error) {
        if (!failed) failure = error;
        failed = true;
        stop.abort();
      }
    }),
  );
  if (failed) throw failure;
}

/** Like Promise.all, but fails only when all have ended: nothing goes on unwatched. */
export async function allEnded<T extends readonly Promise<unknown>[]>(works: readonly [...T]) {
  await Promise.allSettled(works);
  return Promise.all(works);
}
