import { setTimeout as pause } from 'node:timers/promises';
import { isTransientError } from '@ctdb/chassis';
import { DomainError, type OrderState } from '@ctdb/contracts';
import { ProviderUnavailableError } from '../../src/payments/payment-provider.js';
import { History } from './history.js';
import { Books, faultsOf } from './oracle.js';
import type { World } from './world.js';

const TRIES = 8;

/** Whether real servers on a busy machine may be the cause, and not us. */
export const isStarved = (error: unknown): boolean =>
  isTransientError(error) ||
  error instanceof ProviderUnavailableError ||
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

const LIMIT_MS = 60_000;
const MAX_CONCURRENT = 8;
const MAX_CONCURRENT_HISTORIES = 12;

/** Does `work` for all, a few at a time. */
export const forAll = async <T>(
  all: readonly T[],
  work: (one: T) => Promise<void>,
  concurrency = MAX_CONCURRENT,
): Promise<void> => {
  const left = [...all];
  const worker = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
};

/**
 * What happens when no more goes wrong: PayPal has sent all its webhooks, the reconciler has had its
 * turns, and every buyer has opened the page once more.
 */
export const settle = async (world: World, histories: readonly History[]): Promise<void> => {
  const { captures } = await world.simulator.ledger();
  await forAll(captures, async ({ id, customId, status }) => {
    const type = `PAYMENT.CAPTURE.${status === 'REFUNDED' ? 'REFUNDED' : 'COMPLETED'}`;
    const event = { id: `last-${id}-${status}`, type, orderId: customId };
    const body = Buffer.from(JSON.stringify(event)).toString('base64');
    await patiently(() => world.webhooks.receive({ headers: {} as never, body }));
  });
  await patiently(() => finish(world));
  const held = await world.purchases.find({ state: 'pending' }).lean();
  await forAll(held, async (purchase) => {
    await patiently(() => world.sync.sync(purchase));
  });
  await patiently(() => finish(world));
  await forAll(
    histories.flatMap(({ holders }) => holders),
    async (holder) => {
      await patiently(() => world.passes.activateUnclaimed(holder));
    },
  );
};

const finish = async (world: World): Promise<void> => {
  const end = performance.now() + LIMIT_MS;
  for (;;) {
    const left = await world.purchases.find({ state: { $in: ['capturing', 'refunding'] } }).lean();
    await forAll(left, async (purchase) => {
      await world.recovery.recover(purchase._id.toHexString());
    });
    await world.passes.runMaintenance();
    const isDue = await world.purchases.exists({ 'due.0': { $exists: true } });
    if (left.length === 0 && !isDue) return;
    if (performance.now() > end) throw new Error('some purchases are never finished');
    await pause(100);
  }
};

/** What came of many histories. */
export interface Outcome {
  histories: number;
  steps: number;
  crashes: number;
  /** Purchases by their last state. */
  states: Partial<Record<OrderState, number>>;
  /** Each with the seed that it came from, and what happened there. */
  faults: string[];
}

/** Runs the histories of `count` seeds from `first` on, and compares all books at the end. */
export const runHistories = async (
  world: World,
  first: number,
  count: number,
): Promise<Outcome> => {
  const histories = Array.from({ length: count }, (_, index) => new History(world, first + index));
  await forAll(histories, (history) => history.run(), MAX_CONCURRENT_HISTORIES);
  await settle(world, histories);
  const books = new Books(await world.simulator.ledger());
  const outcome: Outcome = { histories: count, steps: 0, crashes: 0, states: {}, faults: [] };
  for (const history of histories) {
    const faults = await faultsOf(history, books);
    if (faults.length > 0)
      outcome.faults.push(
        `seed ${history.seed}: ${faults.join('; ')}\n  ${history.steps.join('\n  ')}`,
      );
    outcome.steps += history.steps.length;
    outcome.crashes += history.crashes;
    for (const { state } of await history.stored())
      outcome.states[state] = (outcome.states[state] ?? 0) + 1;
  }
  return outcome;
};
