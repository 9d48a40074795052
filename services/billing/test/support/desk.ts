import {
  claimPasses,
  getActivePass,
  listPurchases,
  type PassRecord,
  type Purchase,
} from '@ctdb/contracts';
import { beforeAll } from 'vitest';
import { PassesService } from '../../src/passes/passes.service.js';
import { billingEnv, TestBilling } from './billing.js';
import { ledgerOf } from './ledger.js';

/** Billing with everything that a test of access looks at. */
export class Desk extends TestBilling {
  passes!: PassesService;
  ledger!: ReturnType<typeof ledgerOf>;

  constructor(settings: Record<string, string> = {}) {
    // Seldom enough that what happens here is not the reconciler's work.
    super(billingEnv({ RECONCILE_SECONDS: '3600', ...settings }));
    beforeAll(() => {
      this.passes = this.service.get(PassesService);
      this.ledger = ledgerOf(this.service);
    });
  }

  readonly resume = async (holder: string): Promise<PassRecord | null> =>
    (await this.buyer(getActivePass, { holder })).pass;

  readonly claim = async (holder: string): Promise<PassRecord | null> =>
    (await this.buyer(claimPasses, { holder })).pass;

  readonly list = async (holder: string): Promise<Purchase[]> =>
    (await this.buyer(listPurchases, { holder })).purchases;

  /** What the browser's purchases look like to their buyer. */
  readonly statesOf = async (holder: string): Promise<Record<string, Purchase['state']>> =>
    Object.fromEntries((await this.list(holder)).map(({ id, state }) => [id, state]));

  /** Lets Redis forget everything of this test. */
  readonly emptyRedis = async (): Promise<void> => {
    const keys = await this.redis.keys(`${this.env.REDIS_PREFIX}*`);
    await this.redis.del(keys.map((name) => name.slice(this.env.REDIS_PREFIX.length)));
  };
}
