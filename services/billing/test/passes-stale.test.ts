import { startTestService, type TestService } from '@ctdb/chassis/testing';
import { accessKeys, NO_ACTIVE_PASS, passRecord } from '@ctdb/contracts';
import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { BillingModule } from '../src/billing.module.js';
import { GrantsRepository } from '../src/passes/grants.repository.js';
import { PassCache } from '../src/passes/pass-cache.js';
import { PassesService } from '../src/passes/passes.service.js';
import { billingEnv, redisOf } from './support/billing.js';
import { ledgerOf, newBrowser } from './support/ledger.js';

const env = billingEnv({ RECONCILE_SECONDS: '3600' });
const redis = redisOf(env);
let service: TestService;
let passes: PassesService;
let ledger: ReturnType<typeof ledgerOf>;

beforeAll(async () => {
  service = await startTestService(BillingModule, env);
  passes = service.get(PassesService);
  ledger = ledgerOf(service);
}, 60_000);

afterEach(() => {
  jest.restoreAllMocks();
});

const inRedis = async (browser: string) => {
  const value = await redis.get(accessKeys.pass(browser));
  return value === null || value === NO_ACTIVE_PASS
    ? value
    : passRecord.parse(JSON.parse(value)).id;
};

/** Starts a reader that has read the ledger, and writes what it saw only when it is let go on. */
const slowReader = async (browser: string): Promise<{ goOn: () => Promise<unknown> }> => {
  const grants = service.get(GrantsRepository);
  const read = grants.findGrants.bind(grants);
  const gate = Promise.withResolvers<undefined>();
  const hasRead = Promise.withResolvers<undefined>();
  jest.spyOn(grants, 'findGrants').mockImplementationOnce(async (holder) => {
    const seen = await read(holder);
    hasRead.resolve(undefined);
    await gate.promise;
    return seen;
  });
  const work = passes.getActivePass(browser);
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
    const { id, browser } = await ledger.paid('professional_yearly');
    await ledger.activate(id);
    const { goOn } = await slowReader(browser);
    await ledger.refund(id);
    await ledger.sync(id);
    await goOn();
    expect(await inRedis(browser)).toBe(NO_ACTIVE_PASS);
  });

  it('does not bring back what was moved meanwhile', async () => {
    const { id, browser } = await ledger.paid('professional_yearly');
    await ledger.activate(id);
    const { goOn } = await slowReader(browser);
    const next = newBrowser();
    await passes.transfer(await ledger.find(id), next);
    await goOn();
    expect(await inRedis(browser)).toBe(NO_ACTIVE_PASS);
    expect(await inRedis(next)).toBe(id);
  });

  it('does not hide what has begun meanwhile', async () => {
    const { id, browser } = await ledger.paid('hourly');
    const { goOn } = await slowReader(browser);
    await ledger.activate(id);
    await goOn();
    expect(await inRedis(browser)).toBe(id);
  });

  it('that was overtaken by Redis losing everything writes nothing', async () => {
    const { id, browser } = await ledger.paid('hourly');
    await ledger.activate(id);
    const { goOn } = await slowReader(browser);
    await redis.del(`pass-ticket:${browser}`, accessKeys.pass(browser));
    await goOn();
    expect(await inRedis(browser)).toBeNull();
  });
});

describe('a crash', () => {
  it('between the ledger and Redis is mended by the sweep', async () => {
    const { id, browser } = await ledger.paid('premium_monthly');
    expect(await passes.getActivePass(browser)).toBeNull();
    const crash = new Error('the process dies here');
    jest.spyOn(service.get(PassCache), 'refreshUntilWritten').mockRejectedValueOnce(crash);
    await expect(ledger.activate(id)).rejects.toThrow(crash.message);
    expect(await inRedis(browser)).toBe(NO_ACTIVE_PASS);
    expect((await ledger.find(id)).due).toEqual(['access', 'account']);
    await passes.runMaintenance();
    expect(await inRedis(browser)).toBe(id);
    expect((await ledger.find(id)).due).toEqual([]);
  });
});
