import { REDIS } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { BILLING_CONFIG, type BillingConfig, type ThrottleRule } from '../config.js';
import { hashToken } from '../sessions/tokens.js';
import { doublingDelays } from './backoff.js';
import { settleScript, takeScript } from './throttle-scripts.js';

/** Retention of addresses from which an account has signed in. */
const KNOWN_MS = 30 * 86_400_000;

/** Account key and network of an attempt. */
export interface Trier {
  /** Key of the typed username, for unknown accounts too. */
  account: string;
  /** Address or network. */
  network: string;
}

/** The counter changes of an attempt, to undo them. */
export type Marks = readonly [number, number, number];

const taken = z.union([
  z.tuple([z.literal(0), z.number(), z.number(), z.number()]),
  z.tuple([z.number().positive()]),
]);

const scriptRule = ({ free, firstMs, longestMs, forgetMs }: ThrottleRule) => ({
  free,
  delays: doublingDelays(firstMs, longestMs),
  forgetMs,
});

/** The attempt counters in Redis. Keys contain hashes only, never typed text. */
@Injectable()
export class ThrottleRepository {
  private readonly rules: string;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(BILLING_CONFIG) config: BillingConfig,
  ) {
    const { pair, address, account } = config.throttle;
    this.rules = JSON.stringify([pair, address, account].map(scriptRule));
  }

  /** Counts an attempt; returns its changes, or the wait in milliseconds. */
  async take(trier: Trier): Promise<{ marks: Marks } | { waitMs: number }> {
    const keys = this.keysOf(trier);
    const [waitMs, ...marks] = taken.parse(
      await this.redis.eval(takeScript, keys.length, ...keys, this.rules),
    );
    return marks.length === 3 ? { marks } : { waitMs };
  }

  /** Undoes the count of an attempt without a wrong password. */
  async settle(trier: Trier, marks: Marks, right: boolean): Promise<void> {
    const keys = this.keysOf(trier);
    await this.redis.eval(settleScript, keys.length, ...keys, right ? 1 : 0, KNOWN_MS, ...marks);
  }

  private keysOf({ account, network }: Trier): string[] {
    const pair = hashToken(JSON.stringify([account, network]));
    return [
      `tries:pair:${pair}`,
      `tries:address:${hashToken(network)}`,
      `tries:account:${hashToken(account)}`,
      `tries:known:${pair}`,
    ];
  }
}
