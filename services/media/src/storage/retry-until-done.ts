import type { AppLogger } from '@ctdb/chassis';
import pRetry from 'p-retry';

const RETRY_INTERVAL_MS = 2_000;

/** Repeats `work` until it succeeds or `signal` aborts. Failures are logged. */
export const retryUntilDone = async (
  name: string,
  work: () => Promise<void>,
  logger: AppLogger,
  signal: AbortSignal,
): Promise<void> => {
  try {
    await pRetry(work, {
      retries: Infinity,
      factor: 1,
      minTimeout: RETRY_INTERVAL_MS,
      signal,
      onFailedAttempt: ({ error }) =>
        logger.warn(`job ${name} failed, retrying at the next interval`, error),
    });
  } catch (error) {
    if (!signal.aborted) logger.error(`job ${name} failed`, error);
  }
};
