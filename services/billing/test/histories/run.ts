import { setTimeout as pause } from 'node:timers/promises';
import type { OrderState, PaymentProviderName } from '@ctdb/contracts';
import { ProviderUnavailableError } from '../../src/payments/payment-provider.js';
import { History } from './history.js';
import { drawPlan, operate, retryWhileStarved } from './operation.js';
import { Books, faultsOf, numberFaults } from './oracle.js';
import { Random } from './random.js';
import type { World } from './world.js';

const LIMIT_MS = 60_000;
const MAX_CONCURRENT = 8;
const MAX_CONCURRENT_HISTORIES = 12;

/** Does `work` for all, a few at a time. */
const forAll = async <T>(
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
 * What happens when no more goes wrong: the providers have sent all their webhooks, the reconciler has had its
 * turns, and every buyer has opened the page once more.
 */
const settle = async (world: World, histories: readonly History[], from: Date): Promise<void> => {
  await reconcile(world, from, histories[0]?.random ?? new Random(0));
  const { captures } = await world.ledger();
  await forAll(captures, async ({ id, customId, status }) => {
    const event = { id: `last-${id}-${status}`, type: 'last', kind: 'payment', orderId: customId };
    const body = Buffer.from(JSON.stringify(event)).toString('base64');
    const provider = id.startsWith('pay_') ? 'razorpay' : 'paypal';
    await retryWhileStarved(() => world.webhooks.receive({ provider, headers: {}, body }));
  });
  await retryWhileStarved(() => finish(world));
  const held = await world.purchases.find({ state: 'pending' }).lean();
  await forAll(held, async (purchase) => {
    await retryWhileStarved(() => world.sync.sync(purchase));
  });
  await retryWhileStarved(() => finish(world));
  await forAll(
    histories.flatMap(({ holders }) => holders),
    async (holder) => {
      await retryWhileStarved(() => world.passes.activateUnclaimed(holder));
    },
  );
};

/** An operator's command after a restore: some runs end early, the last one does not. */
const reconcile = async (world: World, from: Date, random: Random): Promise<void> => {
  for (const [name, simulator] of Object.entries(world.simulators)) {
    // The lists have whole seconds, so the command waits until the one in which it starts is over.
    const to = await simulator.advance(1_000);
    const run = () =>
      world.reconciliation.reconcile(name as PaymentProviderName, { from, to }, false);
    await Promise.all([1, 2].map(() => operate(drawPlan(random, 1), run)));
    await retryWhileStarved(async () => {
      const { counts } = await run();
      if (counts.failed > 0) throw new ProviderUnavailableError('some payments could not be read');
      if (counts.unclear > 0) throw new Error('some payments have no mark');
    });
  }
};

const finish = async (world: World): Promise<void> => {
  const end = performance.now() + LIMIT_MS;
  for (;;) {
    const left = await world.purchases.find({ state: { $in: ['capturing', 'refunding'] } }).lean();
    await forAll(left, async (purchase) => {
      await world.recovery.recover(purchase._id.toHexString());
    });
    await world.passes.runMaintenance();
    await world.receipts.issueDue();
    const due = [{ 'due.0': { $exists: true } }, { receiptsDue: { $exists: true } }];
    const isDue = await world.purchases.exists({ $or: due });
    if (left.length === 0 && !isDue) return;
    if (performance.now() > end) throw new Error('some purchases are never finished');
    await pause(100);
  }
};

/** Runs the histories of `count` seeds from `first` on, and compares all books at the end. */
export const runHistories = async (world: World, first: number, count: number) => {
  const begin = new Date();
  const histories = Array.from({ length: count }, (_, index) => new History(world, first + index));
  await forAll(histories, (history) => history.run(), MAX_CONCURRENT_HISTORIES);
  await settle(world, histories, begin);
  const books = new Books(await world.ledger());
  const states = new Set<OrderState>();
  /** Each with the seed that it came from, and what happened there. */
  const faults: string[] = [];
  for (const history of histories) {
    const own = await faultsOf(history, books);
    if (own.length > 0)
      faults.push(`seed ${history.seed}: ${own.join('; ')}\n  ${history.steps.join('\n  ')}`);
    for (const { state } of await history.stored()) states.add(state);
  }
  for (const id of books.keptOrders())
    if (!(await world.repository.findById(id))) faults.push(`${id} was paid and is lost`);
  faults.push(...numberFaults(await world.documents.distinct('_id')));
  return { faults, states, crashes: histories.reduce((sum, { crashes }) => sum + crashes, 0) };
};
