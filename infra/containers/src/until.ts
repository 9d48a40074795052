import { setTimeout as pause } from 'node:timers/promises';

/** Asks until there is an answer; throws, with what is waited for, when that takes too long. */
export async function until<T>(
  what: string,
  limitMs: number,
  ask: () => Promise<T | undefined>,
): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`not within ${limitMs / 1_000} s: ${what}`);
    await pause(500);
  }
}
