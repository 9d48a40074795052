import { MONGO } from '@ctdb/chassis';
import {
  admin,
  anonymous,
  eventSpy,
  type EventSpy,
  passHolder,
  type RpcCaller,
  rpcCallers,
  startTestService,
  type TestService,
} from '@ctdb/chassis/testing';
import {
  defaultPlanPrices,
  getPrices,
  listPriceChanges,
  priceEvents,
  purchaseItemNames,
  setPrices,
  type Currency,
  type Subject,
} from '@ctdb/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from 'mongoose';
import { BillingModule } from '../src/billing.module.js';
import { PricesRepository } from '../src/prices/prices.repository.js';
import { PricesService } from '../src/prices/prices.service.js';
import { billingEnv, errorOf } from './support/billing.js';

const env = billingEnv();
const owner = admin({ id: '1'.repeat(24), name: 'Asha' });
let service: TestService;
let as: (subject: Subject) => RpcCaller;
let spy: EventSpy;
let settings: ReturnType<Connection['collection']>;

beforeAll(async () => {
  spy = await eventSpy(env, priceEvents.changed);
  service = await startTestService(BillingModule, env);
  as = await rpcCallers(env);
  settings = service.get<Connection>(MONGO).collection('app_settings');
}, 60_000);

const plansPaise = defaultPlanPrices;
const first = { usdCents: 999, inrPaise: 79_900, plansPaise };
const second = { usdCents: 1_250, inrPaise: 99_900, plansPaise };
const changes = () => as(owner)(listPriceChanges, {});

describe('prices', () => {
  it('are those of the specification, in one row, before anybody sets them', async () => {
    expect(await as(anonymous)(getPrices, {})).toEqual(first);
    expect(await changes()).toEqual([]);
    await service.get(PricesRepository).onModuleInit();
    expect(await settings.countDocuments()).toBe(1);
    expect(await settings.findOne()).toMatchObject({ key: 'hourly_price', value: first });
  });

  it('are set by administrators alone', async () => {
    for (const subject of [anonymous, passHolder('professional')]) {
      expect((await errorOf(as(subject)(setPrices, second))).code).toBe('FORBIDDEN');
      expect((await errorOf(as(subject)(listPriceChanges, {}))).code).toBe('FORBIDDEN');
    }
    expect(await as(anonymous)(getPrices, {})).toEqual(first);
  });

  it('tell who changed what and when, once for each change', async () => {
    const call = as(owner);
    const before = Date.now();
    expect(await call(setPrices, second, { idempotencyKey: 'one' })).toEqual(second);
    expect(await call(setPrices, second)).toEqual(second);
    expect(await as(anonymous)(getPrices, {})).toEqual(second);
    const [change, ...others] = await changes();
    expect(others).toEqual([]);
    expect(change).toMatchObject({ by: 'Asha', before: first, after: second });
    expect(Date.parse(change?.at ?? '')).toBeGreaterThanOrEqual(before - 1);
    expect(await settings.findOne()).toMatchObject({ updatedBy: owner.id });
    const event = await spy.waitFor(priceEvents.changed);
    expect(event).toMatchObject({ payload: { before: first, after: second }, actor: owner });
  });

  it('do not change again when an old command comes once more', async () => {
    const call = as(owner);
    expect(await call(setPrices, first)).toEqual(first);
    expect(await call(setPrices, second, { idempotencyKey: 'one' })).toEqual(first);
    expect(await as(anonymous)(getPrices, {})).toEqual(first);
    expect(await changes()).toHaveLength(2);
  });

  it('form one chain of changes when many are made at once', async () => {
    const call = as(owner);
    const wanted = Array.from({ length: 12 }, (_, n) => ({
      usdCents: 2_000 + n,
      inrPaise: 100_000,
    }));
    await Promise.all(wanted.map((prices) => call(setPrices, prices)));
    const chain = (await changes()).slice(0, 12).reverse();
    expect(chain.map(({ after }) => after.usdCents).sort()).toEqual(
      wanted.map(({ usdCents }) => usdCents).sort(),
    );
    expect(chain[0]?.before).toEqual(first);
    for (const [n, { before }] of chain.entries())
      if (n > 0) expect(before).toEqual(chain[n - 1]?.after);
    expect(await as(anonymous)(getPrices, {})).toEqual(chain.at(-1)?.after);
  });

  it('that are not given stay as another administrator has set them meanwhile', async () => {
    const call = as(owner);
    await call(setPrices, first);
    await Promise.all([
      call(setPrices, { usdCents: 1_111 }),
      call(setPrices, { inrPaise: 88_800 }),
    ]);
    const both = { usdCents: 1_111, inrPaise: 88_800, plansPaise };
    expect(await as(anonymous)(getPrices, {})).toEqual(both);
    expect(await call(setPrices, {})).toEqual(both);
  });

  it('keep the newest 200 changes', async () => {
    const call = as(owner);
    for (let n = 0; n < 200; n += 1) await call(setPrices, { usdCents: 1 + n, inrPaise: 100 });
    const kept = await changes();
    expect(kept).toHaveLength(200);
    expect(kept[0]?.after.usdCents).toBe(200);
    expect(kept.at(-1)?.after.usdCents).toBe(1);
  }, 60_000);

  it('can be set again when their row is lost', async () => {
    await settings.deleteMany();
    expect(await as(anonymous)(getPrices, {})).toEqual(first);
    expect(await as(owner)(setPrices, second)).toEqual(second);
    expect(await as(anonymous)(getPrices, {})).toEqual(second);
    expect(await changes()).toMatchObject([{ before: first, after: second }]);
  });

  it.each([
    { usdCents: 0, inrPaise: 100 },
    { usdCents: 9.99, inrPaise: 100 },
    { usdCents: 999, inrPaise: 10_000_001 },
    { usdCents: null } as unknown as typeof first,
    { usdCents: '999', inrPaise: 100 } as unknown as typeof first,
    { ...first, extra: 1 },
  ])('are never %j', async (prices) => {
    expect((await errorOf(as(owner)(setPrices, prices))).code).toBe('VALIDATION_FAILED');
  });

  it('are what an hourly pass is charged; the plans have theirs', async () => {
    await as(owner)(setPrices, second);
    const prices = service.get(PricesService);
    const charges = async (currency: Currency) => {
      const all = purchaseItemNames.map((item) => prices.getPrice(item, currency));
      return (await Promise.all(all)).map(({ amountMinor }) => amountMinor);
    };
    expect(await charges('USD')).toEqual([1_250, 2_999, 29_999, 4_999, 49_999]);
    expect(await charges('INR')).toEqual([99_900, 249_900, 2_499_900, 399_900, 3_999_900]);
    const premium_yearly = 2_000_000;
    const changed = { ...first, plansPaise: { premium_yearly } };
    expect(await as(owner)(setPrices, changed)).toEqual({
      ...first,
      plansPaise: { ...plansPaise, premium_yearly },
    });
    expect(await charges('INR')).toEqual([79_900, 249_900, premium_yearly, 399_900, 3_999_900]);
    // Who knows no plans leaves them as they are.
    const { usdCents, inrPaise } = second;
    await as(owner)(setPrices, { usdCents, inrPaise });
    expect((await charges('INR'))[2]).toBe(premium_yearly);
  });

  it('of a row without plans are the first ones of plans, and can be changed', async () => {
    const { usdCents, inrPaise } = second;
    const change = { at: new Date(), by: 'Asha', commandId: 'old' };
    const old = { before: { usdCents: 1, inrPaise: 100 }, after: { usdCents, inrPaise } };
    const history = [{ ...change, ...old }];
    await settings.updateOne({}, { $set: { value: { usdCents, inrPaise }, history } });
    expect(await as(anonymous)(getPrices, {})).toEqual(second);
    expect((await changes())[0]).toMatchObject({ before: { plansPaise }, after: second });
    const premium_monthly = 199_900;
    await as(owner)(setPrices, { ...second, plansPaise: { premium_monthly } });
    expect((await changes())[0]?.after.plansPaise).toEqual({ ...plansPaise, premium_monthly });
  });
});
