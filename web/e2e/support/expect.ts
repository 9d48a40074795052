import { expect, type Locator } from '@playwright/test';

/** A new database gets its images after the product answers. */
export const SAMPLES_TIMEOUT_MS = 30_000;

/** Waits until all of these are visible. */
export const shown = (...locators: Locator[]): Promise<unknown> =>
  Promise.all(locators.map((locator) => expect(locator.first()).toBeVisible()));

/** Waits until it is hidden or removed. */
export const gone = (locator: Locator): Promise<void> => expect(locator.first()).toBeHidden();

/** Waits until the result of `ask` equals `expected`. */
export const becomes = <T>(
  ask: () => T | Promise<T>,
  expected: T,
  message: string,
  timeout?: number,
): Promise<void> =>
  expect.poll(ask, { message, ...(timeout !== undefined && { timeout }) }).toEqual(expected);

/** Returns the texts of all matches, trimmed. */
export const trimmedTexts = async (locator: Locator): Promise<string[]> =>
  (await locator.allInnerTexts()).map((text) => text.trim());
