import { startTestService } from '@ctdb/chassis/testing';
import { paymentProviders } from '@ctdb/contracts';
import { beforeAll, expect, it } from 'vitest';
import { BillingModule } from '../src/billing.module.js';
import { runHistories } from './histories/run.js';
import { newSetup, type Setup } from './histories/setup.js';
import { billingEnv, simulators } from './support/billing.js';

const isNightly = Boolean(process.env['NIGHTLY']);
const BATCH = 12;
const seed = Number(process.env['TEST_SEED'] ?? 7);
const { paypal, razorpay } = simulators;
const env = billingEnv({ ...paypal.env, ...razorpay.env, PAYMENT_LEASE_MS: '300' });
let setup: Setup;

beforeAll(async () => {
  setup = newSetup(await startTestService(BillingModule, env));
}, 60_000);

it.each(isNightly ? (['both', ...paymentProviders] as const) : (['both'] as const))(
  `random histories with %s: each payment can be used by its code, nothing is read without one (seed ${seed})`,
  async (name) => {
    const providers = name === 'both' ? paymentProviders : [name];
    const count = isNightly ? (name === 'both' ? 3_000 : 2_000) : 40;
    const seen = new Set<string>();
    let crashes = 0;
    for (let done = 0; done < count; done += BATCH) {
      const seeds = { first: seed + done, count: Math.min(BATCH, count - done) };
      const outcome = await runHistories(setup, providers, seeds);
      expect(outcome.violations).toEqual([]);
      crashes += outcome.crashes;
      for (const one of outcome.seen) seen.add(one);
      // Scans would take longer with each batch.
      await setup.clear();
      if (isNightly) process.stdout.write(`${name}: ${done + seeds.count} of ${count} histories\n`);
    }
    // They have been where it hurts.
    expect(crashes).toBeGreaterThan(count / 4);
    const usual = ['open', 'paid', 'refunded', 'restore', 'sign out', 'confirm address'];
    const rare = isNightly
      ? ['pending', 'abandoned', 'open link', 'join', 'plan erasure', 'erased']
      : [];
    expect([...usual, ...rare].filter((one) => !seen.has(one))).toEqual([]);
  },
  7_200_000,
);
