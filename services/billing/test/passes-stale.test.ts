import { accessKeys } from '@ctdb/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { GrantsRepository } from '../src/passes/grants.repository.js';
import { PassCache } from '../src/passes/pass-cache.js';
import { Desk } from './support/desk.js';
import { newBrowser } from './support/ledger.js';

const desk = new Desk();

afterEach(() => {
  vi.restoreAllMocks();
});

/** Starts a reader that has read the ledger, and writes what it saw only when it is let go on. */
const slowReader = async (
  browser: string,
  start: (holder: string) => Promise<unknown> = (holder) => desk.passes.getActivePass(holder),
): Promise<{ goOn: () => Promise<unknown> }> => {
  const grants = desk.service.get(GrantsRepository);
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
  return {
    goOn: () => {
      gate.resolve(undefined);
      return work;
    },
  };
};

describe('a slow reader', () => {
  it('does not bring back what was refunded meanwhile', async () => {
    const { id, browser } = await desk.ledger.paid('professional_yearly');
    await desk.ledger.activate(id);
    const { goOn } = await slowReader(browser);
    await desk.ledger.refund(id);
    await desk.ledger.sync(id);
    await goOn();
    expect(await desk.inRedis(browser)).toBe('ended');
  });

  it('does not bring back what was moved meanwhile', async () => {
    const { id, browser } = await desk.ledger.paid('professional_yearly');
    await desk.ledger.activate(id);
    const { goOn } = await slowReader(browser);
    const next = newBrowser();
    await desk.passes.transfer(await desk.ledger.find(id), next);
    await goOn();
    expect(await desk.inRedis(browser)).toBe('moved');
    expect(await desk.inRedis(next)).toMatchObject({ id });
  });

  it('does not hide what has begun meanwhile', async () => {
    const { id, browser } = await desk.ledger.paid('hourly');
    const { goOn } = await slowReader(browser);
    await desk.ledger.activate(id);
    await goOn();
    expect(await desk.inRedis(browser)).toMatchObject({ id });
  });

  it('that was overtaken by Redis losing everything writes nothing', async () => {
    const { id, browser } = await desk.ledger.paid('hourly');
    await desk.ledger.activate(id);
    const { goOn } = await slowReader(browser);
    await desk.redis.del(`pass-ticket:${browser}`, accessKeys.pass(browser));
    await goOn();
    expect(await desk.inRedis(browser)).toBeNull();
  });
});

it('a writer that was overtaken leaves it to the later one, which it would overtake in turn', async () => {
  const { id, browser } = await desk.ledger.paid('hourly');
  await desk.ledger.activate(id);
  const cache = desk.service.get(PassCache);
  const write = (holder: string) => cache.refreshUntilWritten(holder);
  const writers = [await slowReader(browser, write), await slowReader(browser, write)];
  const ticket = () => desk.redis.get(`pass-ticket:${browser}`);
  const latest = await ticket();
  await Promise.all(writers.map(({ goOn }) => goOn()));
  expect(await ticket()).toBe(`done:${latest}`);
  expect(await desk.inRedis(browser)).toMatchObject({ id });
});

describe('a crash', () => {
  it('between the ledger and Redis is mended by the sweep', async () => {
    const { id, browser } = await desk.ledger.paid('premium_monthly');
    expect(await desk.resume(browser)).toBeNull();
    const crash = new Error('the process dies here');
    vi.spyOn(desk.service.get(PassCache), 'refreshUntilWritten').mockRejectedValueOnce(crash);
    await expect(desk.ledger.activate(id)).rejects.toThrow(crash.message);
    expect(await desk.inRedis(browser)).toBe('none');
    expect((await desk.ledger.find(id)).due).toEqual(['access', 'account']);
    await desk.passes.runMaintenance();
    expect(await desk.inRedis(browser)).toMatchObject({ id });
    expect((await desk.ledger.find(id)).due).toEqual([]);
  });
});
