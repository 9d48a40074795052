import {
  defaultPlanPrices,
  getPrices,
  listPriceChanges,
  priceEvents,
  purchaseItemNames,
  setPrices,
  type Currency,
  type Prices,
} from '@ctdb/contracts';
import { MONGO } from '@ctdb/chassis';
import { admin, type RpcCaller } from '@ctdb/chassis/testing';
import { afterAll, beforeEach, expect, it } from 'vitest';
import type { Connection } from 'mongoose';
import { PricesRepository } from '../src/prices/prices.repository.js';
import { PricesService } from '../src/prices/prices.service.js';
import { TestBilling } from './support/billing.js';

const billing = new TestBilling();
const asha = admin({ id: '1'.repeat(24), name: 'Asha' });
const plansPaise = defaultPlanPrices;
const first = { usdCents: 999, inrPaise: 79_900, plansPaise };
const second = { usdCents: 1_250, inrPaise: 99_900, plansPaise };

const set: RpcCaller = (...request) => billing.as(asha)(...request);
const changes = () => billing.as(asha)(listPriceChanges, {});
const prices = (): Promise<Prices> => billing.buyer(getPrices, {});
const settings = () => billing.service.get<Connection>(MONGO).collection('app_settings');
const reset = async () => {
  await settings().deleteMany();
};

beforeEach(reset);
afterAll(reset);

it('prices are those of the specification, in one row, before anybody sets them', async () => {
  const repository = billing.service.get(PricesRepository);
  await repository.onModuleInit();
  await repository.onModuleInit();
  expect(await prices()).toEqual(first);
  expect(await changes()).toEqual([]);
  expect(await settings().countDocuments()).toBe(1);
  expect(await settings().findOne()).toMatchObject({ key: 'hourly_price', value: first });
});

it('prices tell who changed what and when, once for each change, also where their row was lost', async () => {
  const before = Date.now();
  const once = { idempotencyKey: 'one' };
  expect(await set(setPrices, second, once)).toEqual(second);
  expect(await set(setPrices, second)).toEqual(second);
  expect(await prices()).toEqual(second);
  const [change, ...others] = await changes();
  expect(others).toEqual([]);
  expect(change).toMatchObject({ by: 'Asha', before: first, after: second });
  expect(Date.parse(change?.at ?? '')).toBeGreaterThanOrEqual(before - 1);
  expect(await settings().findOne()).toMatchObject({ updatedBy: asha.id });
  const event = await billing.events.waitFor(priceEvents.changed);
  expect(event).toMatchObject({ payload: { before: first, after: second }, actor: asha });
  // An old command that comes once more changes nothing.
  expect(await set(setPrices, first)).toEqual(first);
  expect(await set(setPrices, second, once)).toEqual(first);
  expect(await prices()).toEqual(first);
  expect(await changes()).toHaveLength(2);
});

it('prices form one chain of changes when many are made at once', async () => {
  const wanted = Array.from({ length: 8 }, (_, n) => ({ usdCents: 2_000 + n, inrPaise: 100 }));
  await Promise.all(wanted.map((one) => set(setPrices, one)));
  const chain = (await changes()).reverse();
  const cents = chain.map(({ after }) => after.usdCents);
  expect(cents.sort()).toEqual(wanted.map(({ usdCents }) => usdCents));
  const afters = chain.map(({ after }) => after);
  expect(chain.map(({ before }) => before)).toEqual([first, ...afters.slice(0, -1)]);
  expect(await prices()).toEqual(afters.at(-1));
});

it('prices that are not given stay as another administrator has set them meanwhile', async () => {
  await Promise.all([set(setPrices, { usdCents: 1_111 }), set(setPrices, { inrPaise: 88_800 })]);
  const both = { usdCents: 1_111, inrPaise: 88_800, plansPaise };
  expect(await prices()).toEqual(both);
  expect(await set(setPrices, {})).toEqual(both);
});

it('prices keep the newest 200 changes', async () => {
  await set(setPrices, { usdCents: 1 });
  const row = await settings().findOne();
  const old = (row?.['history'] as object[])[0];
  const history = Array.from({ length: 200 }, (_, n) => ({ ...old, commandId: `old-${n}` }));
  await settings().updateOne({}, { $set: { history } });
  await set(setPrices, { usdCents: 2 });
  const kept = await changes();
  expect(kept).toHaveLength(200);
  expect(kept[0]?.after.usdCents).toBe(2);
  expect(JSON.stringify(await settings().findOne())).not.toContain('"old-0"');
});

it('prices are what an hourly pass is charged; the plans have theirs', async () => {
  await set(setPrices, second);
  const charges = async (currency: Currency) => {
    const service = billing.service.get(PricesService);
    const all = purchaseItemNames.map((item) => service.getPrice(item, currency));
    return (await Promise.all(all)).map(({ amountMinor }) => amountMinor);
  };
  expect(await charges('USD')).toEqual([1_250, 2_999, 29_999, 4_999, 49_999]);
  expect(await charges('INR')).toEqual([99_900, 249_900, 2_499_900, 399_900, 3_999_900]);
  const premium_yearly = 2_000_000;
  expect(await set(setPrices, { ...first, plansPaise: { premium_yearly } })).toEqual({
    ...first,
    plansPaise: { ...plansPaise, premium_yearly },
  });
  expect(await charges('INR')).toEqual([79_900, 249_900, premium_yearly, 399_900, 3_999_900]);
  // Who knows no plans leaves them as they are.
  await set(setPrices, { usdCents: 1_250, inrPaise: 99_900 });
  expect((await charges('INR'))[2]).toBe(premium_yearly);
});

it('prices of a row without plans are the first ones of plans, and can be changed', async () => {
  await set(setPrices, { usdCents: 1 });
  const { usdCents, inrPaise } = second;
  const change = { at: new Date(), by: 'Asha', commandId: 'old' };
  const old = { before: { usdCents: 1, inrPaise: 100 }, after: { usdCents, inrPaise } };
  const history = [{ ...change, ...old }];
  await settings().updateOne({}, { $set: { value: { usdCents, inrPaise }, history } });
  expect(await prices()).toEqual(second);
  expect((await changes())[0]).toMatchObject({ before: { plansPaise }, after: second });
  const premium_monthly = 199_900;
  await set(setPrices, { ...second, plansPaise: { premium_monthly } });
  expect((await changes())[0]?.after.plansPaise).toEqual({ ...plansPaise, premium_monthly });
});
