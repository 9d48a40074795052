import { DomainError } from '@ctdb/contracts';
import { ProviderUnavailable } from '../provider/payment-provider.js';

const RETRY_AFTER_SECONDS = 5;

/** The error for an unknown outcome: the caller retries, and nothing is done twice. */
export const tryAgain = (): DomainError =>
  new DomainError('SERVICE_UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS });

/** Runs `work`; maps an unreachable provider to `SERVICE_UNAVAILABLE`. */
export const reaching = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw tryAgain();
    throw error;
  }
};
