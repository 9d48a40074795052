import { setTimeout as pause } from 'node:timers/promises';
import type { PaymentProviderName } from '@ctdb/contracts';
import { History } from './history.js';
import { retryWhileStarved } from './operation.js';
import { violationsOf } from './oracle.js';
import { deliver } from './payment-steps.js';
import type { Setup } from './setup.js';

/** All webhooks come, the reconciler has its turns, and every browser opens the page once more. */
const settle = async (setup: Setup, { purchases, browsers }: History): Promise<void> => {
  for (const purchase of purchases) {
    // The last read may be too recent.
    await setup.purchases.updateOne({ _id: purchase._id }, { $unset: { webhookReadAt: 1 } });
    const event = { orderId: purchase._id.toHexString() };
    await retryWhileStarved(() => deliver(setup, purchase, event));
  }
  await retryWhileStarved(() => finish(setup));
  for (const { token: browser } of browsers)
    await retryWhileStarved(() => setup.access.claim({ browser }));
};

const finish = async (setup: Setup): Promise<void> => {
  const end = performance.now() + 60_000;
  for (;;) {
    const left = await setup.purchases.find({ state: { $in: ['capturing', 'refunding'] } }).lean();
    for (const { _id } of left) {
      // The next check of an old purchase is minutes away.
      await setup.purchases.updateOne({ _id }, { $unset: { lease: 1 } });
      await setup.recovery.recover(_id.toHexString());
    }
    await setup.maintain();
    const isDue = await setup.purchases.exists({ 'due.0': { $exists: true } });
    if (left.length === 0 && !isDue) return;
    if (performance.now() > end) throw new Error('some purchases are never finished');
    await pause(100);
  }
};

/** Runs histories of the seeds from `first` on at once, and compares all books at the end. */
export const runHistories = async (
  setup: Setup,
  providers: readonly PaymentProviderName[],
  { first, count }: { first: number; count: number },
) => {
  const toHistory = (_: unknown, index: number) => new History(setup, first + index, providers);
  const histories = Array.from({ length: count }, toHistory);
  await Promise.all(histories.map((history) => history.run()));
  for (const history of histories) await settle(setup, history);
  const ledger = await setup.ledger();
  const ended = histories.map(async (history) => {
    const violations = await violationsOf(history, ledger);
    // With the seed that they come from, and what happened there.
    const text = [`seed ${history.seed}: ${violations.join('; ')}`, ...history.steps].join('\n  ');
    return violations.length > 0 ? [text] : [];
  });
  const violations = (await Promise.all(ended)).flat();
  const seen = histories.flatMap((history) => [...history.seen]);
  return { violations, seen, crashes: histories.reduce((sum, { crashes }) => sum + crashes, 0) };
};
