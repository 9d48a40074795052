import { setTimeout as pause } from 'node:timers/promises';

const STEP_MS = 20;

/** Waits until `condition` holds; rejects with `complaint` after `milliseconds`. */
export const waitUntil = async (
  condition: () => boolean | Promise<boolean>,
  failureMessage = 'the condition does not hold',
  milliseconds = 25_000,
): Promise<void> => {
  const end = performance.now() + milliseconds;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(failureMessage);
    await pause(STEP_MS);
  }
};
