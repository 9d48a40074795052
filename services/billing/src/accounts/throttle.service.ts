import { hash } from 'node:crypto';
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
import type { UserRecord } from './user.record.js';

/** Six digits that an e-mail address gets, and that a practice asks for. */
const ADDRESS_MAILS_AN_HOUR = 3;
const ADDRESS_MAILS_A_DAY = 10;
const PRACTICE_MAILS_AN_HOUR = 5;
/** Wrong digits that end confirming for a practice for a day. */
const WRONG_DIGITS_A_DAY = 10;
const HOUR_SECONDS = 3_600;
/** Links that are sent to one receiver. */
export const LINKS_A_DAY = 5;
const DAY_SECONDS = 86_400;
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

const countReply = z
  .tuple([z.number()], z.number())
  .transform(([waitMs, ...marks]) => ({ waitMs, marks }));

/** Keys are many, so their hashes are short: 132 bits. */
const shortHash = (text: string) => hash('sha256', text, 'base64url').slice(0, 22);
const hashPair = (account: string, network: string) =>
  shortHash(JSON.stringify([account, network]));

/** What an attempt is counted by: Redis keys, the caller's own counter first, and their rules. */
interface Counters {
  known: string;
  keys: string[];
  rules: string;
}

/** A counted attempt, and its changes of the counters, to undo them. */
interface Attempt extends Counters {
  marks: number[];
}

/**
 * Slows down guessing of passwords and access codes. Each counter has free attempts, then doubling delays
 * during which nothing is checked. No lock is permanent, and attempts from other addresses do not
 * delay an address from which the account has signed in before. A browser in which it has signed in is
 * delayed by its own attempts only. Redis keys contain hashes only, never typed text, and are forgotten
 * the sooner, the fewer the attempts.
 */
@Injectable()
export class ThrottleService {
  private readonly rules: Record<'browser' | 'signIn' | 'factor' | 'code' | 'unknownCode', string>;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(BILLING_CONFIG) { throttle }: BillingConfig,
  ) {
    const pair = toScriptRule(throttle.pair);
    const address = toScriptRule(throttle.address);
    const account = { ...toScriptRule(throttle.account), shared: true };
    const factor = { ...toScriptRule(throttle.factor), shared: true };
    const codeAddress = toScriptRule(throttle.codeAddress);
    this.rules = {
      browser: JSON.stringify([pair]),
      signIn: JSON.stringify([pair, address, account]),
      factor: JSON.stringify([pair, address, factor]),
      code: JSON.stringify([codeAddress, account]),
      unknownCode: JSON.stringify([codeAddress]),
    };
  }

  /**
   * Runs `check` as one attempt, counted per account and address, and with higher limits per address
   * and per account. Its result `undefined` means a wrong password and counts. Another result clears
   * the failures of this account at this address. An error does not count. Throws `TOO_MANY_TRIES`
   * without a call of `check` while the caller must wait.
   * @param account key of the typed username, for unknown accounts too
   * @param browser hash of the token that {@link rememberBrowser} gave the browser
   */
  async attempt<T>(
    account: string,
    address: string,
    check: () => Promise<T | undefined>,
    browser?: string,
  ): Promise<T | undefined> {
    const counters =
      browser !== undefined && (await this.isKnownBrowser(browser, account))
        ? this.toBrowserCounters(account, browser)
        : this.toNetworkCounters(account, address, this.rules.signIn);
    return this.run(counters, check);
  }

  /**
   * The same for a second factor, counted apart from passwords, whose success clears the failures.
   * All networks together have few attempts: addresses are cheap, and six digits are short.
   */
  async attemptFactor<T>(
    { _id, usernameKey }: Pick<UserRecord, '_id' | 'usernameKey'>,
    { address, browser }: { address: string; browser?: string | undefined },
    check: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    // Account keys are in lower case: no username has these counters.
    const key = `FACTOR:${_id.toHexString()}`;
    const counters =
      browser !== undefined && (await this.isKnownBrowser(browser, usernameKey))
        ? this.toBrowserCounters(key, browser)
        : this.toNetworkCounters(key, address, this.rules.factor);
    return this.run(counters, check);
  }

  private async isKnownBrowser(browser: string, account: string): Promise<boolean> {
    return (await this.redis.sismember(browserKey(browser), hashToken(account))) === 1;
  }

  private toBrowserCounters(account: string, browser: string): Counters {
    const pair = hashPair(account, browser);
    return {
      known: `tries:known:${pair}`,
      keys: [`tries:pair:${pair}`],
      rules: this.rules.browser,
    };
  }

  private toNetworkCounters(account: string, address: string, rules: string): Counters {
    const network = toNetwork(address);
    const pair = hashPair(account, network);
    const keys = [
      `tries:pair:${pair}`,
      `tries:address:${shortHash(network)}`,
      `tries:account:${shortHash(account)}`,
    ];
    return { known: `tries:known:${pair}`, keys, rules };
  }

  /**
   * The same for an access code, counted per address over all codes, and per code if there is such a code:
   * invented ones would make keys without end, and 80 random bits cannot be found by trying.
   */
  attemptCode<T>(
    code: string,
    isKnownCode: boolean,
    address: string,
    check: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    // Account keys are in lower case, so codes have counters of their own.
    const account = `CODE:${code}`;
    const network = toNetwork(address);
    const known = `tries:known:${hashPair(account, network)}`;
    const byAddress = `tries:code:${shortHash(network)}`;
    const counters = isKnownCode
      ? { keys: [byAddress, `tries:account:${shortHash(account)}`], rules: this.rules.code }
      : { keys: [byAddress], rules: this.rules.unknownCode };
    return this.run({ known, ...counters }, check);
  }

  /** Counts a link for an e-mail address, or the id of a person; returns whether it may be sent today. */
  async countLink(receiver: string): Promise<boolean> {
    return (await this.count(`link:${shortHash(receiver)}`, DAY_SECONDS)) <= LINKS_A_DAY;
  }

  /** Counts six digits for an e-mail address; returns whether they may be sent. */
  async countAddressMail(email: string): Promise<boolean> {
    const key = `address-mail:${shortHash(email)}`;
    const thisHour = await this.count(key, HOUR_SECONDS);
    if (thisHour > ADDRESS_MAILS_AN_HOUR) return false;
    return (await this.count(`${key}:day`, DAY_SECONDS)) <= ADDRESS_MAILS_A_DAY;
  }

  /** Counts six digits that a practice asks for. Throws `TOO_MANY_TRIES`. */
  async countPracticeMail(practice: string): Promise<void> {
    if ((await this.count(`practice-mail:${practice}`, HOUR_SECONDS)) > PRACTICE_MAILS_AN_HOUR)
      throw new DomainError('TOO_MANY_TRIES', { retryAfter: HOUR_SECONDS });
  }

  /** Throws `TOO_MANY_TRIES` after too many wrong digits in a day. */
  async assertDigitsAllowed(practice: string): Promise<void> {
    const wrong = await this.redis.get(`tries:digits:${practice}`);
    if (Number(wrong) >= WRONG_DIGITS_A_DAY)
      throw new DomainError('TOO_MANY_TRIES', { retryAfter: DAY_SECONDS });
  }

  async countWrongDigits(practice: string): Promise<void> {
    await this.count(`digits:${practice}`, DAY_SECONDS);
  }

  /** Counts in a window that begins with its first count. */
  private async count(name: string, seconds: number): Promise<number> {
    const key = `tries:${name}`;
    const replies = await this.redis.multi().incr(key).expire(key, seconds, 'NX').exec();
    const [error, count] = replies?.[0] ?? [];
    if (error) throw error;
    return Number(count);
  }

  private async run<T>(
    counters: Counters,
    check: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const attempt = await this.countAttempt(counters);
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

  private async countAttempt(counters: Counters): Promise<Attempt> {
    const keys = [counters.known, ...counters.keys];
    const reply = await this.redis.eval(countAttemptScript, keys.length, ...keys, counters.rules);
    const { waitMs, marks } = countReply.parse(reply);
    if (waitMs > 0)
      throw new DomainError('TOO_MANY_TRIES', { retryAfter: Math.ceil(waitMs / 1_000) });
    return { ...counters, marks };
  }

  /** Undoes the count of an attempt without a wrong password. */
  private async releaseAttempt(attempt: Attempt, isRight: boolean): Promise<void> {
    const keys = [attempt.known, ...attempt.keys];
    const args = [isRight ? 1 : 0, KNOWN_TTL_MS, ...attempt.marks];
    await this.redis.eval(releaseAttemptScript, keys.length, ...keys, ...args);
  }
}
