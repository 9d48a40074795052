import { accessKeys } from '@ctdb/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { GrantsRepository } from '../src/passes/grants.repository.js';
import { PassCache } from '../src/passes/pass-cache.js';
import { TestBilling } from './support/billing.js';
import { newBrowser } from './support/ledger.js';

const billing = new TestBilling();
const { begun, inRedis, redis } = billing;

afterEach(() => {
  vi.restoreAllMocks();
});

/** Starts a reader that has read the ledger, and writes what it saw only when it is let go on. */
const slowReader = async (
  browser: string,
  start: (holder: string) => Promise<unknown> = (holder) => billing.passes.getActivePass(holder),
): Promise<() => Promise<unknown>> => {
  const grants = billing.service.get(GrantsRepository);
  const read = grants.findGrants.bind(grants);
  const gate = Promise.withResolvers<undefined>();
  const hasRead = Promise.withResolvers<undefined>();
  vi.spyOn(grants, 'findGrants').mockImplementationOnce(async (holder) => {
    const seen = await read(holder);
    hasRead.resolve(undefined);
    await gate.promise;
    return seen;
  });
  const work = start(browser);
  await hasRead.promise;
  return () => {
    gate.resolve(undefined);
    return work;
  };
};

describe('a slow reader', () => {
  it('does not bring back what was refunded or moved meanwhile', async () => {
    const { ledger, passes } = billing;
    const [refunded, moved] = [
      await begun('professional_yearly'),
      await begun('professional_yearly'),
    ];
    const next = newBrowser();
    const goOn = await slowReader(refunded.browser);
    await ledger.refund(refunded.id);
    await ledger.sync(refunded.id);
    await goOn();
    expect(await inRedis(refunded.browser)).toBe('ended');
    const goOnMoving = await slowReader(moved.browser);
    await passes.transfer(await ledger.find(moved.id), next);
    await goOnMoving();
    expect(await inRedis(moved.browser)).toBe('moved');
    expect(await inRedis(next)).toMatchObject({ id: moved.id });
  });

  it('does not hide what has begun meanwhile', async () => {
    const { id, browser } = await billing.ledger.paid('hourly');
    const goOn = await slowReader(browser);
    await billing.ledger.activate(id);
    await goOn();
    expect(await inRedis(browser)).toMatchObject({ id });
  });

  it('that was overtaken by Redis losing everything writes nothing', async () => {
    const { browser } = await begun('hourly');
    const goOn = await slowReader(browser);
    await redis.del(`pass-ticket:${browser}`, accessKeys.pass(browser));
    await goOn();
    expect(await inRedis(browser)).toBeNull();
  });
});

it('a writer that was overtaken leaves it to the later one, which it would overtake in turn', async () => {
  const { id, browser } = await begun('hourly');
  const cache = billing.service.get(PassCache);
  const write = (holder: string) => cache.refreshUntilWritten(holder);
  const writers = [await slowReader(browser, write), await slowReader(browser, write)];
  const ticket = () => redis.get(`pass-ticket:${browser}`);
  const latest = await ticket();
  await Promise.all(writers.map((goOn) => goOn()));
  expect(await ticket()).toBe(`done:${latest}`);
  expect(await inRedis(browser)).toMatchObject({ id });
});

it('a crash between the ledger and Redis is mended by the sweep', async () => {
  const { ledger, passes, resume } = billing;
  const { id, browser } = await ledger.paid('premium_monthly');
  expect(await resume(browser)).toBeNull();
  const crash = new Error('the process dies here');
  vi.spyOn(billing.service.get(PassCache), 'refreshUntilWritten').mockRejectedValueOnce(crash);
  await expect(ledger.activate(id)).rejects.toThrow(crash.message);
  expect(await inRedis(browser)).toBe('none');
  expect((await ledger.find(id)).due).toEqual(['access', 'account']);
  await passes.runMaintenance();
  expect(await inRedis(browser)).toMatchObject({ id });
  expect((await ledger.find(id)).due).toEqual([]);
});
