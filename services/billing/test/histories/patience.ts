import { setTimeout as pause } from 'node:timers/promises';
import { isTransientError } from '@ctdb/chassis';
import { DomainError } from '@ctdb/contracts';
import { ProviderUnavailable } from '../../src/provider/payment-provider.js';

const TRIES = 8;

/** Whether real servers on a busy machine may be the cause, and not us. */
export const isStarved = (error: unknown): boolean =>
  isTransientError(error) ||
  error instanceof ProviderUnavailable ||
  (error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE');

/** Does what must be done in the end: again, while the real servers are too slow. */
export const patiently = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === TRIES || !isStarved(error)) throw error;
      await pause(tries * 250);
    }
  }
};
