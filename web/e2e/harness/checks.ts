import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Locator } from 'playwright-core';
import { STEP_MS } from './settings.ts';

const asText = (value: unknown): string => JSON.stringify(value) ?? String(value);

/** Waits until it can be seen. */
export const shown = (...places: Locator[]): Promise<unknown> =>
  Promise.all(places.map((place) => place.first().waitFor({ state: 'visible' })));

/** Waits until it cannot be seen. */
export const gone = (place: Locator): Promise<void> => place.first().waitFor({ state: 'hidden' });

/** Throws unless both are the same, deeply. */
export const same = (actual: unknown, expected: unknown, what: string): void => {
  if (isDeepStrictEqual(actual, expected)) return;
  throw new Error(`${what}: ${asText(actual)}, not ${asText(expected)}`);
};

/** Throws `what` unless it holds. */
export const holds = (condition: boolean, what: string): void => {
  if (!condition) throw new Error(what);
};

/** Asks again and again until the answer is `expected`. */
export const becomes = async <T>(
  ask: () => T | Promise<T>,
  expected: T,
  what: string,
  withinMs = STEP_MS,
): Promise<void> => {
  const wanted = asText(expected);
  const end = performance.now() + withinMs;
  let last = asText(await ask());
  while (last !== wanted) {
    if (performance.now() > end) throw new Error(`${what}: still ${last}, not ${wanted}`);
    await pause(50);
    last = asText(await ask());
  }
};

/** The texts of all matches, without the white space around them. */
export const textsOf = async (place: Locator): Promise<string[]> =>
  (await place.allInnerTexts()).map((text) => text.trim());
