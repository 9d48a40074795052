import { setTimeout as pause } from 'node:timers/promises';
import { unfinishedStates } from '../../src/reconciler/finishing.service.js';
import type { History } from './history.js';
import { patiently } from './patience.js';
import type { World } from './world.js';

const LIMIT_MS = 60_000;
const AT_ONCE = 8;

/** Does `work` for all, a few at a time. */
export const forAll = async <T>(
  all: readonly T[],
  work: (one: T) => Promise<void>,
): Promise<void> => {
  const left = [...all];
  const worker = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
};

/**
 * What happens when no more goes wrong: PayPal has sent all its webhooks, the reconciler has had its
 * turns, and every buyer has opened the page once more.
 */
export const settle = async (world: World, histories: readonly History[]): Promise<void> => {
  const { captures } = await world.standIn.ledger();
  await forAll(captures, async ({ id, customId, status }) => {
    const type = `PAYMENT.CAPTURE.${status === 'REFUNDED' ? 'REFUNDED' : 'COMPLETED'}`;
    const event = { id: `last-${id}-${status}`, type, orderId: customId };
    const body = Buffer.from(JSON.stringify(event)).toString('base64');
    await patiently(() => world.webhooks.receive({ headers: {} as never, body }));
  });
  await patiently(() => finish(world));
  const held = await world.purchases.find({ state: 'pending' }).lean();
  await forAll(held, async (purchase) => {
    await patiently(() => world.following.follow(purchase));
  });
  await patiently(() => finish(world));
  await forAll(
    histories.flatMap(({ holders }) => holders),
    async (holder) => {
      await patiently(() => world.passes.claimAll(holder));
    },
  );
};

const finish = async (world: World): Promise<void> => {
  const end = performance.now() + LIMIT_MS;
  for (;;) {
    const left = await world.purchases.find({ state: { $in: ['capturing', 'refunding'] } }).lean();
    await forAll(left, async (purchase) => {
      const state = unfinishedStates.find((one) => one === purchase.state);
      if (state) await world.finishing.finish(purchase, state);
    });
    await world.passes.sweep();
    const isDue = await world.purchases.exists({ 'due.0': { $exists: true } });
    if (left.length === 0 && !isDue) return;
    if (performance.now() > end) throw new Error('some purchases are never finished');
    await pause(100);
  }
};
