import { randomInt } from 'node:crypto';
import { startTestService } from '@ctdb/chassis/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { BillingModule } from '../src/billing.module.js';
import { runHistories } from './histories/run.js';
import { World } from './histories/world.js';
import { billingEnv } from './support/billing.js';
import { PaypalSimulator } from './support/paypal.js';
import { RazorpaySimulator } from './support/razorpay.js';

const COUNT = 300;
const simulators = { paypal: new PaypalSimulator(), razorpay: new RazorpaySimulator() };
const { paypal, razorpay } = simulators;
const settings = { ...paypal.env, ...razorpay.env, RECONCILE_SECONDS: '3600' };
const env = billingEnv({ ...settings, PAYMENT_LEASE_MS: '300' });
let world: World;

beforeAll(async () => {
  world = new World((await startTestService(BillingModule, env)).app, simulators);
}, 60_000);

describe('random histories of purchases', () => {
  it(`never lose or take money twice, nor give access without: ${COUNT}`, async () => {
    const seed = randomInt(1_000_000_000);
    const { faults, crashes, states } = await runHistories(world, seed, COUNT);
    expect(faults).toEqual([]);
    // They have been where it hurts.
    expect(crashes).toBeGreaterThan(COUNT / 4);
    for (const state of ['open', 'pending', 'paid', 'denied', 'abandoned', 'refunded'] as const)
      expect([state, states[state] ?? 0]).not.toEqual([state, 0]);
  }, 400_000);
});
