import { DomainError, restoreAccess } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { freshAddress } from './support/billing.js';
import { Desk } from './support/desk.js';
import { newBrowser, type Paid } from './support/ledger.js';

const HOUR = 3_600_000;
const ROUNDS = 6;
const STEPS = 30;
const desk = new Desk();

/** Numbers that are the same in every run of a seed. */
const dice = (seed: number) => {
  let state = seed;
  return (sides: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
};

const unlessRefused = async (work: Promise<unknown>): Promise<void> => {
  await work.catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'PURCHASE_ENDED') throw error;
  });
};

const refund = async (id: string): Promise<void> => {
  await desk.ledger.refund(id);
  await desk.ledger.sync(id);
};

/** One thing that buyers, administrators and the reconciler do to purchases, all at once. */
const stepOf = (
  kind: number,
  { id, receiptCode, email }: Paid,
  holder: string,
): Promise<unknown> => {
  if (kind === 0) return refund(id);
  if (kind === 1) return desk.passes.runMaintenance();
  if (kind <= 3) return unlessRefused(desk.ledger.activate(id));
  if (kind <= 5) return desk.claim(holder);
  if (kind <= 7) return desk.resume(holder);
  const request = { receiptCode, email, holder, address: freshAddress() };
  return unlessRefused(desk.buyer(restoreAccess, request));
};

/** The passes in Redis; null without one. Why there is none may be out of date for a while. */
const recordsOf = async (browsers: string[]) => {
  const values = await Promise.all(browsers.map((one) => desk.inRedis(one)));
  return values.map((value) => (typeof value === 'string' ? null : value));
};

it.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
  'whatever happens at once, Redis says what the ledger says (seed %i)',
  async (seed) => {
    const roll = dice(seed);
    const browsers = [newBrowser(), newBrowser(), newBrowser()];
    const browser = () => browsers[roll(browsers.length)] ?? '';
    const bought: Paid[] = [];
    for (let made = 0; made < 6; made += 1)
      bought.push(await desk.ledger.paid('hourly', browser()));
    const steps = Array.from({ length: STEPS }, () =>
      stepOf(roll(10), bought[roll(bought.length)] as Paid, browser()),
    );
    await Promise.all(steps);

    await desk.passes.runMaintenance();
    const rows = await Promise.all(bought.map(({ id }) => desk.ledger.find(id)));
    for (const { grant, due } of rows) {
      expect(due).toEqual([]);
      if (grant) expect(grant.endsAt.getTime() - grant.startsAt.getTime()).toBe(HOUR);
    }
    const copies = await recordsOf(browsers);
    await desk.emptyRedis();
    for (const one of browsers) await desk.resume(one);
    const rebuilt = await recordsOf(browsers);
    expect(copies).toEqual(rebuilt);
    const now = await desk.ledger.now();
    for (const [index, holder] of browsers.entries()) {
      const held = rows.filter(({ state, grant }) => state === 'paid' && grant?.holder === holder);
      const queued = held.filter(({ grant }) => Number(grant?.startsAt) > now);
      // What waits runs beside nothing that was there before it; what is moved later keeps its times.
      for (const { grant: mine } of queued)
        for (const { grant: other } of held)
          if (mine && other && other.seq < mine.seq)
            expect(mine.startsAt >= other.endsAt || other.startsAt >= mine.endsAt).toBe(true);
      const runs = held.some(({ grant }) => Number(grant?.startsAt) <= now);
      expect(rebuilt[index] === null).toBe(!runs);
    }
  },
  60_000,
);
