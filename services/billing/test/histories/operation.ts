import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { isTransientError } from '@ctdb/chassis';
import { DomainError } from '@ctdb/contracts';
import { ProviderUnavailableError } from '../../src/payments/providers/payment-provider.js';
import type { Random } from './random.js';

const kinds = ['crashBefore', 'crashAfter', 'failBefore', 'failAfter'] as const;

/** What goes wrong at which of an operation's calls to provider, database and Redis. */
export type Plan = { at: number; kind: (typeof kinds)[number] };

/** How an operation ended; `code` of an error of the contract, else empty. */
export type Ending<T> =
  | { kind: 'done'; value: T }
  | { kind: 'failed'; error: unknown; code: string; isInjected: boolean }
  | { kind: 'crashed' };

type Call = <T>(work: () => Promise<T>, failure: () => Error) => Promise<T>;

const never = new Promise<never>(() => undefined);
const operations = new AsyncLocalStorage<Call>();
const codeOf = (error: unknown): string => (error instanceof DomainError ? error.code : '');

export const drawPlan = (random: Random, probability: number): Plan | undefined =>
  random.chance(probability) ? { at: random.between(1, 4), kind: random.pick(kinds) } : undefined;

/**
 * Runs `work` as one thing that a process does; never rejects. A crash leaves it standing where it is: nothing
 * of it continues, no clean-up runs, and the next operation finds what it has left.
 */
export const operate = <T>(plan: Plan | undefined, work: () => Promise<T>): Promise<Ending<T>> => {
  const death = Promise.withResolvers<Ending<T>>();
  let calls = 0;
  let isDead = false;
  let isInjected = false;
  const crash = (): Promise<never> => {
    isDead = true;
    death.resolve({ kind: 'crashed' });
    return never;
  };
  const call: Call = async (callWork, failure) => {
    if (isDead) return never;
    calls += 1;
    const kind = calls === plan?.at ? plan.kind : undefined;
    isInjected ||= kind !== undefined;
    if (kind === 'crashBefore') return crash();
    if (kind === 'failBefore') throw failure();
    const result = await callWork();
    if (isDead || kind === 'crashAfter') return crash();
    if (kind === 'failAfter') throw failure();
    return result;
  };
  const ended = operations.run(call, work).then(
    (value): Ending<T> => ({ kind: 'done', value }),
    (error: unknown): Ending<T> => ({ kind: 'failed', error, code: codeOf(error), isInjected }),
  );
  return Promise.race([ended, death.promise]);
};

type AsyncMethod = (...args: never[]) => Promise<unknown>;

/** Makes the methods of an object places where operations crash and fail; others' calls pass. */
export const strike = <T extends object>(
  target: T,
  methods: readonly (keyof T)[],
  failure: () => Error,
): void => {
  for (const method of methods) {
    const original = (target[method] as AsyncMethod).bind(target) as AsyncMethod;
    const struck: AsyncMethod = (...args) => {
      const call = operations.getStore();
      return call ? call(() => original(...args), failure) : original(...args);
    };
    Object.assign(target, { [method]: struck });
  }
};

/** Whether real servers on a busy machine may be the cause, and not us. */
export const isStarved = (error: unknown): boolean =>
  isTransientError(error) ||
  error instanceof ProviderUnavailableError ||
  codeOf(error) === 'SERVICE_UNAVAILABLE';

/** Does what must be done in the end: again, while the real servers are too slow. */
export const retryWhileStarved = async <T>(work: () => Promise<T>, tries = 1): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (tries === 8 || !isStarved(error)) throw error;
    await pause(tries * 250);
    return retryWhileStarved(work, tries + 1);
  }
};
