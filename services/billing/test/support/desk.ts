import {
  anonymous,
  type RpcCaller,
  rpcCallers,
  startTestService,
  type TestEnv,
  type TestService,
} from '@ctdb/chassis/testing';
import {
  accessKeys,
  claimPasses,
  listPurchases,
  NO_ACTIVE_PASS,
  passRecord,
  type PassRecord,
  type Purchase,
  getActivePass,
} from '@ctdb/contracts';
import { beforeAll } from '@jest/globals';
import type { Redis } from 'ioredis';
import { BillingModule } from '../../src/billing.module.js';
import { PassesService } from '../../src/passes/passes.service.js';
import { billingEnv, redisOf } from './billing.js';
import { ledgerOf } from './ledger.js';

/** Billing with everything that a test of access looks at. It runs during the tests of the file. */
export class Desk {
  readonly env: TestEnv;
  readonly redis: Redis;
  service!: TestService;
  call!: RpcCaller;
  passes!: PassesService;
  ledger!: ReturnType<typeof ledgerOf>;

  constructor(settings: Record<string, string> = {}) {
    // Seldom enough that what happens here is not the reconciler's work.
    this.env = billingEnv({ RECONCILE_SECONDS: '3600', ...settings });
    this.redis = redisOf(this.env);
    beforeAll(async () => {
      this.service = await startTestService(BillingModule, this.env);
      this.call = (await rpcCallers(this.env))(anonymous);
      this.passes = this.service.get(PassesService);
      this.ledger = ledgerOf(this.service);
    }, 60_000);
  }

  /** What stands at the browser's key. */
  readonly inRedis = async (browser: string): Promise<PassRecord | string | null> => {
    const value = await this.redis.get(accessKeys.pass(browser));
    return value === null || value === NO_ACTIVE_PASS ? value : passRecord.parse(JSON.parse(value));
  };

  readonly resume = async (holder: string): Promise<PassRecord | null> =>
    (await this.call(getActivePass, { holder })).pass;

  readonly claim = async (holder: string): Promise<PassRecord | null> =>
    (await this.call(claimPasses, { holder })).pass;

  readonly list = async (holder: string): Promise<Purchase[]> =>
    (await this.call(listPurchases, { holder })).purchases;

  /** What the browser's purchases look like to their buyer. */
  readonly statesOf = async (holder: string): Promise<Record<string, Purchase['state']>> =>
    Object.fromEntries((await this.list(holder)).map(({ id, state }) => [id, state]));

  /** Lets Redis forget everything of this test. */
  readonly emptyRedis = async (): Promise<void> => {
    const keys = await this.redis.keys(`${this.env.REDIS_PREFIX}*`);
    await this.redis.del(keys.map((name) => name.slice(this.env.REDIS_PREFIX.length)));
  };
}
