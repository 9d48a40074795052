import { startTestService } from '@ctdb/chassis/testing';
import { beforeAll, expect, it } from 'vitest';
import { BillingModule } from '../src/billing.module.js';
import { runHistories } from './histories/run.js';
import { newWorld, type World } from './histories/world.js';
import { billingEnv, simulators } from './support/billing.js';

const isNightly = Boolean(process.env['NIGHTLY']);
const COUNT = isNightly ? 2_000 : 40;
const BATCH = 200;
const seed = Number(process.env['TEST_SEED'] ?? 7);
const { paypal, razorpay } = simulators;
const env = billingEnv({ ...paypal.env, ...razorpay.env, PAYMENT_LEASE_MS: '300' });
let world: World;

beforeAll(async () => {
  world = newWorld(await startTestService(BillingModule, env), simulators);
}, 60_000);

it(`${COUNT} random histories of purchases never lose or take money twice, nor give access without (seed ${seed})`, async () => {
  const states = new Set<string>();
  let crashes = 0;
  for (let done = 0; done < COUNT; done += BATCH) {
    const outcome = await runHistories(world, seed + done, Math.min(BATCH, COUNT - done));
    expect(outcome.faults).toEqual([]);
    crashes += outcome.crashes;
    for (const state of outcome.states) states.add(state);
  }
  // They have been where it hurts.
  expect(crashes).toBeGreaterThan(COUNT / 4);
  const usual = ['open', 'paid', 'refunded'];
  // Few histories come that far.
  const rare = isNightly ? ['pending', 'denied', 'abandoned'] : [];
  expect([...usual, ...rare].filter((state) => !states.has(state))).toEqual([]);
}, 4_000_000);
