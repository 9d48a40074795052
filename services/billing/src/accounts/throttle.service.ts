import { REDIS, toNetwork } from '@ctdb/chassis';
import { DomainError } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { BILLING_CONFIG, type BillingConfig, type ThrottleRule } from '../config.js';
import {
  countAttemptScript,
  releaseAttemptScript,
  rememberBrowserScript,
} from './throttle-scripts.js';
import { hashToken, newToken } from './tokens.js';

/** Retention of addresses and browsers from which an account has signed in. */
const KNOWN_TTL_MS = 30 * 86_400_000;

const browserKey = (browser: string) => `tries:browser:${browser}`;

/** The delays after the free attempts, doubling from `initialMs` up to `maxMs`. */
export const exponentialDelays = (initialMs: number, maxMs: number): number[] => {
  const delays: number[] = [];
  for (let delay = initialMs; delay < maxMs; delay *= 2) delays.push(delay);
  return [...delays, maxMs];
};

const toScriptRule = ({ freeAttempts, initialDelayMs, maxDelayMs, ttlMs }: ThrottleRule) => ({
  free: freeAttempts,
  delays: exponentialDelays(initialDelayMs, maxDelayMs),
  forgetMs: ttlMs,
});

const countReply = z.union([
  z.tuple([z.literal(0), z.number(), z.number(), z.number()]),
  z.tuple([z.number().positive()]),
]);

/** A counted attempt: its keys, and its changes of the counters, to undo them. */
interface Attempt {
  keys: string[];
  changes: number[];
}

/**
 * Slows down password guessing. Counts failures per account and address, and with higher limits per
 * address and per account. Each counter has free attempts, then doubling delays during which no
 * password is checked. No lock is permanent, and attempts from other addresses do not delay an
 * address from which the account has signed in before. A browser in which it has signed in is delayed
 * by its own attempts only. Redis keys contain hashes only, never typed text.
 */
@Injectable()
export class ThrottleService {
  private readonly rules: string;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(BILLING_CONFIG) { throttle: { pair, address, account } }: BillingConfig,
  ) {
    this.rules = JSON.stringify([pair, address, account].map(toScriptRule));
  }

  /**
   * Runs `check` as one attempt. Its result `undefined` means a wrong password and counts. Another
   * result clears the failures of this account at this address. An error does not count. Throws
   * `TOO_MANY_TRIES` without a call of `check` while the caller must wait.
   * @param account key of the typed username, for unknown accounts too
   * @param browser hash of the token that {@link rememberBrowser} gave the browser
   */
  async attempt<T>(
    account: string,
    address: string,
    check: () => Promise<T | undefined>,
    browser?: string,
  ): Promise<T | undefined> {
    const attempt = await this.countAttempt(account, toNetwork(address), browser);
    const result = await this.releaseOnError(attempt, check);
    if (result !== undefined) await this.releaseAttempt(attempt, true);
    return result;
  }

  /** An error is no wrong password, so the attempt does not count, unless Redis fails too. */
  private async releaseOnError<T>(attempt: Attempt, check: () => Promise<T>): Promise<T> {
    try {
      return await check();
    } catch (error) {
      await this.releaseAttempt(attempt, false).catch(() => undefined);
      throw error;
    }
  }

  /** Makes the browser known to the account under a new token; its former one ends. */
  async rememberBrowser(account: string, former: string | undefined): Promise<string> {
    const token = newToken();
    const key = browserKey(hashToken(token));
    const keys = [former === undefined ? key : browserKey(former), key];
    const args = [hashToken(account), KNOWN_TTL_MS];
    await this.redis.eval(rememberBrowserScript, keys.length, ...keys, ...args);
    return token;
  }

  private async countAttempt(
    account: string,
    network: string,
    browser: string | undefined,
  ): Promise<Attempt> {
    const isKnown =
      browser !== undefined &&
      (await this.redis.sismember(browserKey(browser), hashToken(account))) === 1;
    const pair = hashToken(JSON.stringify([account, isKnown ? browser : network]));
    const keys = [
      `tries:pair:${pair}`,
      `tries:address:${hashToken(network)}`,
      `tries:account:${hashToken(account)}`,
      `tries:known:${pair}`,
    ];
    const args = [this.rules, isKnown ? 1 : 0];
    const reply = await this.redis.eval(countAttemptScript, keys.length, ...keys, ...args);
    const [waitMs, ...changes] = countReply.parse(reply);
    if (waitMs > 0)
      throw new DomainError('TOO_MANY_TRIES', { retryAfter: Math.ceil(waitMs / 1_000) });
    return { keys, changes };
  }

  /** Undoes the count of an attempt without a wrong password. */
  private async releaseAttempt({ keys, changes }: Attempt, isRight: boolean): Promise<void> {
    const args = [isRight ? 1 : 0, KNOWN_TTL_MS, ...changes];
    await this.redis.eval(releaseAttemptScript, keys.length, ...keys, ...args);
  }
}
