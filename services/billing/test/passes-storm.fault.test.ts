import { DomainError } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { Random } from './histories/random.js';
import { billingEnv, TestBilling } from './support/billing.js';
import { HOUR } from './support/grant-period.js';
import { newBrowser, type Paid } from './support/ledger.js';

const ROUNDS = process.env['NIGHTLY'] ? 60 : 4;
const FIRST_SEED = Number(process.env['TEST_SEED'] ?? 1);
const STEPS = 30;
const billing = new TestBilling(billingEnv({}));
const { ledger } = billing;

const unlessRefused = async (work: Promise<unknown>): Promise<void> => {
  await work.catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'PURCHASE_ENDED') throw error;
  });
};

const refund = async (id: string): Promise<void> => {
  await ledger.revoke(id);
};

/** One thing that buyers, administrators and the reconciler do to purchases, all at once. */
const stepOf = (kind: number, paid: Paid, holder: string): Promise<unknown> => {
  if (kind === 0) return refund(paid.id);
  if (kind === 1) return ledger.runMaintenance();
  if (kind <= 3) return unlessRefused(ledger.activate(paid.id));
  if (kind <= 5) return billing.claim(holder);
  if (kind <= 7) return billing.resume(holder);
  return unlessRefused(billing.restore(paid, holder));
};

/** The passes in Redis; null without one. Why there is none may be out of date for a while. */
const recordsOf = async (browsers: string[]) => {
  const values = await Promise.all(browsers.map((one) => billing.inRedis(one)));
  return values.map((value) => (typeof value === 'string' ? null : value));
};

it.each(Array.from({ length: ROUNDS }, (_, round) => FIRST_SEED + round))(
  'whatever happens at once, Redis says what the ledger says (seed %i)',
  async (seed) => {
    const random = new Random(seed);
    const browsers = [newBrowser(), newBrowser(), newBrowser()];
    const browser = () => random.pick(browsers);
    const bought: Paid[] = [];
    for (let made = 0; made < 6; made += 1) bought.push(await ledger.paid('hourly', browser()));
    const steps = Array.from({ length: STEPS }, () =>
      stepOf(random.between(0, 9), random.pick(bought), browser()),
    );
    await Promise.all(steps);

    await ledger.runMaintenance();
    const rows = await Promise.all(bought.map(({ id }) => ledger.find(id)));
    for (const { grant, due } of rows) {
      expect(due).toEqual([]);
      if (grant) expect(grant.endsAt.getTime() - grant.startsAt.getTime()).toBe(HOUR);
    }
    const copies = await recordsOf(browsers);
    await billing.emptyRedis();
    for (const one of browsers) await billing.resume(one);
    const rebuilt = await recordsOf(browsers);
    expect(copies).toEqual(rebuilt);
    const now = await ledger.now();
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
