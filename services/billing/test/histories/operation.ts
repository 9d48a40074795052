import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { isTransientError } from '@ctdb/chassis';
import { DomainError } from '@ctdb/contracts';
import { ProviderUnavailableError } from '../../src/payments/payment-provider.js';
import type { Random } from './random.js';

const kinds = ['crashBefore', 'crashAfter', 'failBefore', 'failAfter'] as const;

/** What goes wrong at which of an operation's calls to provider, database and Redis. */
export interface Plan {
  at: number;
  kind: (typeof kinds)[number];
}

/** How an operation ended. */
export type Ending<T> =
  | { kind: 'done'; value: T }
  | { kind: 'failed'; error: unknown; isInjected: boolean }
  | { kind: 'crashed' };

const never = new Promise<never>(() => undefined);
const operations = new AsyncLocalStorage<Operation>();

/** Draws a plan, or none. */
export const drawPlan = (random: Random, probability: number): Plan | undefined =>
  random.chance(probability) ? { at: random.between(1, 4), kind: random.pick(kinds) } : undefined;

/**
 * One thing that a process does. A crash leaves it standing where it is: nothing of it goes on, no
 * clean-up runs, and the next operation meets what it has left.
 */
class Operation {
  private calls = 0;
  private isDead = false;
  private die: () => void = () => undefined;
  readonly death = new Promise<void>((resolve) => (this.die = resolve));
  wasStruck = false;

  constructor(private readonly plan: Plan | undefined) {}

  async call<T>(work: () => Promise<T>, failure: () => Error): Promise<T> {
    if (this.isDead) return never;
    this.calls += 1;
    const kind = this.calls === this.plan?.at ? this.plan.kind : undefined;
    if (kind) this.wasStruck = true;
    if (kind === 'crashBefore') return this.crash();
    if (kind === 'failBefore') throw failure();
    const result = await work();
    if (kind === 'crashAfter') return this.crash();
    if (this.isDead) return never;
    if (kind === 'failAfter') throw failure();
    return result;
  }

  private crash(): Promise<never> {
    this.isDead = true;
    this.die();
    return never;
  }
}

/** Runs `work` as an operation; never rejects. */
export const operate = async <T>(
  plan: Plan | undefined,
  work: () => Promise<T>,
): Promise<Ending<T>> => {
  const operation = new Operation(plan);
  const ended = operations.run(operation, work).then(
    (value): Ending<T> => ({ kind: 'done', value }),
    (error: unknown): Ending<T> => ({ kind: 'failed', error, isInjected: operation.wasStruck }),
  );
  return Promise.race([ended, operation.death.then((): Ending<T> => ({ kind: 'crashed' }))]);
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
      const operation = operations.getStore();
      return operation ? operation.call(() => original(...args), failure) : original(...args);
    };
    Object.assign(target, { [method]: struck });
  }
};

const TRIES = 8;

/** Whether real servers on a busy machine may be the cause, and not us. */
export const isStarved = (error: unknown): boolean =>
  isTransientError(error) ||
  error instanceof ProviderUnavailableError ||
  (error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE');

/** Does what must be done in the end: again, while the real servers are too slow. */
export const retryWhileStarved = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === TRIES || !isStarved(error)) throw error;
      await pause(tries * 250);
    }
  }
};
