import {
  anonymous,
  rpcCallers,
  startTestService,
  type RpcCaller,
  type TestEnv,
} from '@ctdb/chassis/testing';
import {
  accessKeys,
  claimPasses,
  listPurchases,
  NO_ACTIVE_PASS,
  passRecord,
  getActivePass,
  type PassRecord,
  type Purchase,
} from '@ctdb/contracts';
import type { Redis } from 'ioredis';
import { BillingModule } from '../src/billing.module.js';
import { PassesService } from '../src/passes/passes.service.js';
import { ledgerOf } from './purchases.fixture.js';
import { redisOf } from './support.js';

/** The service with everything that a test of access looks at. */
export interface Desk {
  call: RpcCaller;
  passes: PassesService;
  ledger: ReturnType<typeof ledgerOf>;
  redis: Redis;
  /** What stands at the browser's key. */
  inRedis(browser: string): Promise<PassRecord | string | null>;
  resume(holder: string): Promise<PassRecord | null>;
  claim(holder: string): Promise<PassRecord | null>;
  list(holder: string): Promise<Purchase[]>;
  /** What the browser's purchases look like to their buyer. */
  statesOf(holder: string): Promise<Record<string, Purchase['state']>>;
  /** Lets Redis forget everything of this test. */
  emptyRedis(): Promise<void>;
}

/** Starts billing in `env`. */
export const openDesk = async (env: TestEnv): Promise<Desk> => {
  const redis = redisOf(env);
  const service = await startTestService(BillingModule, env);
  const call = (await rpcCallers(env))(anonymous);
  const list = async (holder: string) => (await call(listPurchases, { holder })).purchases;
  return {
    call,
    passes: service.get(PassesService),
    ledger: ledgerOf(service),
    redis,
    inRedis: async (browser) => {
      const value = await redis.get(accessKeys.pass(browser));
      return value === null || value === NO_ACTIVE_PASS
        ? value
        : passRecord.parse(JSON.parse(value));
    },
    resume: async (holder) => (await call(getActivePass, { holder })).pass,
    claim: async (holder) => (await call(claimPasses, { holder })).pass,
    list,
    statesOf: async (holder) =>
      Object.fromEntries((await list(holder)).map(({ id, state }) => [id, state])),
    emptyRedis: async () => {
      const keys = await redis.keys(`${env.REDIS_PREFIX}*`);
      await redis.del(keys.map((name) => name.slice(env.REDIS_PREFIX.length)));
    },
  };
};
