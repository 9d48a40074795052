import { hash } from 'node:crypto';
import { REDIS, toNetwork } from '@ctdb/chassis';
import { DomainError } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { BILLING_CONFIG, type BillingConfig, type ThrottleRule } from '../../config.js';
import { hashToken, LINKS_A_DAY, newToken } from '../users/tokens.js';
import type { UserRecord } from '../users/user.record.js';

/*
 * KEYS of both: known, then the counters, which are hashes { tries, until }; the caller's own first.
 * An attempt is counted before the password is checked, so that parallel attempts count too.
 */

/**
 * ARGV: the rules of the counters as JSON; `shared` ones do not count a known caller. Answers { ms to
 * wait } or, when the try may go on, 0 and a mark for each counter: the moment until which this try
 * closed it, 0 where it did not, -1 where not counted. Few tries are forgotten sooner than many, so
 * that a try from each of many networks does not fill the memory.
 */
const countAttemptScript = `
local rules = cjson.decode(ARGV[1])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local known = redis.call('EXISTS', KEYS[1]) == 1
local wait = 0
for i, rule in ipairs(rules) do
  if not (known and rule.shared) then
    wait = math.max(wait, tonumber(redis.call('HGET', KEYS[i + 1], 'until') or '0') - now)
  end
end
if wait > 0 then return { wait } end
local answer = { 0 }
for i, rule in ipairs(rules) do
  local key, mark = KEYS[i + 1], -1
  if not (known and rule.shared) then
    local tries = redis.call('HINCRBY', key, 'tries', 1)
    local step = tries - rule.freeAttempts + 1
    mark = 0
    if step >= 1 then
      mark = now + math.min(rule.initialDelayMs * 2 ^ (step - 1), rule.maxDelayMs)
      redis.call('HSET', key, 'until', mark)
    end
    local keep = math.floor(rule.ttlMs * math.min(tries / 5, 1))
    if keep > redis.call('PTTL', key) then redis.call('PEXPIRE', key, keep) end
  end
  answer[i + 1] = mark
end
return answer
`;

/**
 * ARGV: 1 if the password was right, ms for which the caller stays known, the marks. Undoes the count
 * of an attempt; a correct password also clears the failures of the caller's own counter.
 */
const releaseAttemptScript = `
for i = 2, #KEYS do
  local key, mark = KEYS[i], tonumber(ARGV[i + 1])
  if mark >= 0 and redis.call('EXISTS', key) == 1 then
    if redis.call('HINCRBY', key, 'tries', -1) <= 0 then
      redis.call('DEL', key)
    elseif mark > 0 and tonumber(redis.call('HGET', key, 'until')) == mark then
      redis.call('HDEL', key, 'until')
    end
  end
end
if ARGV[1] == '1' then
  redis.call('DEL', KEYS[2])
  redis.call('SET', KEYS[1], '1', 'PX', ARGV[2])
end
return 1
`;

/** Six digits that an e-mail address gets, and that a practice asks for. */
const ADDRESS_MAILS_AN_HOUR = 3;
const ADDRESS_MAILS_A_DAY = 10;
const PRACTICE_MAILS_AN_HOUR = 5;
/** Wrong digits that end confirming for a practice for a day. */
const WRONG_DIGITS_A_DAY = 10;
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
/** Retention of addresses and browsers from which an account has signed in. */
const KNOWN_TTL_MS = 30 * 86_400_000;

const browserKey = (browser: string) => `tries:browser:${browser}`;

const scriptReply = z.array(z.number());

/** Keys are many, so their hashes are short: 132 bits. */
const shortHash = (text: string) => hash('sha256', text, 'base64url').slice(0, 22);
const hashPair = (account: string, network: string) =>
  shortHash(JSON.stringify([account, network]));

/** Where something was typed; `browser` is the hash of the token that a sign-in gave the browser. */
export type TypedAt = { address: string; browser?: string | undefined };

/** Its result `undefined` means something wrong was typed. */
type Check<T> = () => Promise<T | undefined>;

/**
 * Slows down guessing of passwords and access codes. Each counter has free attempts, then doubling delays
 * during which nothing is checked. No lock is permanent, and attempts from other addresses do not
 * delay an address from which the account has signed in before. A browser in which it has signed in is
 * delayed by its own attempts only. Redis keys contain hashes only, never typed text, and are forgotten
 * the sooner, the fewer the attempts.
 */
@Injectable()
export class ThrottleService {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  /**
   * Runs `check` as one attempt, counted per account and address, and with higher limits per address
   * and per account. A wrong password counts. A right one clears the failures of this account at this
   * address. An error does not count. Throws `TOO_MANY_TRIES` without a call of `check` while the caller
   * must wait.
   * @param account key of the typed username, for unknown accounts too
   */
  attempt<T>(account: string, at: TypedAt, check: Check<T>): Promise<T | undefined> {
    return this.attemptOf(account, account, at, this.config.throttle.account, check);
  }

  /**
   * The same for a second factor, counted apart from passwords, whose success clears the failures.
   * All networks together have few attempts: addresses are cheap, and six digits are short.
   */
  attemptFactor<T>(
    { _id, usernameKey }: Pick<UserRecord, '_id' | 'usernameKey'>,
    at: TypedAt,
    check: Check<T>,
  ): Promise<T | undefined> {
    // Account keys are in lower case: no username has these counters.
    const key = `FACTOR:${_id.toHexString()}`;
    return this.attemptOf(key, usernameKey, at, this.config.throttle.factor, check);
  }

  /**
   * The same for an access code, counted per address over all codes, and per code if there is such a code:
   * invented ones would make keys without end, and 80 random bits cannot be found by trying.
   */
  attemptCode<T>(code: string, isKnownCode: boolean, address: string, check: Check<T>) {
    // Account keys are in lower case, so codes have counters of their own.
    const account = `CODE:${code}`;
    const network = toNetwork(address);
    const { codeAddress, account: byCode } = this.config.throttle;
    const counters = { [`code:${shortHash(network)}`]: codeAddress };
    if (isKnownCode) counters[`account:${shortHash(account)}`] = byCode;
    return this.run(hashPair(account, network), counters, check);
  }

  private async attemptOf<T>(
    key: string,
    account: string,
    { address, browser }: TypedAt,
    all: ThrottleRule,
    check: Check<T>,
  ) {
    const { pair: own, address: byAddress } = this.config.throttle;
    if (browser && (await this.redis.sismember(browserKey(browser), hashToken(account))) === 1) {
      const pair = hashPair(key, browser);
      return this.run(pair, { [`pair:${pair}`]: own }, check);
    }
    const network = toNetwork(address);
    const pair = hashPair(key, network);
    const counters = {
      [`pair:${pair}`]: own,
      [`address:${shortHash(network)}`]: byAddress,
      [`account:${shortHash(key)}`]: all,
    };
    return this.run(pair, counters, check);
  }

  /** @param counters the caller's own first */
  private async run<T>(pair: string, counters: Record<string, ThrottleRule>, check: Check<T>) {
    const keys = [`known:${pair}`, ...Object.keys(counters)].map((name) => `tries:${name}`);
    const rules = JSON.stringify(Object.values(counters));
    const reply = await this.redis.eval(countAttemptScript, keys.length, ...keys, rules);
    const [waitMs = 0, ...marks] = scriptReply.parse(reply);
    if (waitMs > 0)
      throw new DomainError('TOO_MANY_TRIES', { retryAfter: Math.ceil(waitMs / 1_000) });
    const release = (isRight: boolean) => {
      const args = [isRight ? 1 : 0, KNOWN_TTL_MS, ...marks];
      return this.redis.eval(releaseAttemptScript, keys.length, ...keys, ...args);
    };
    const result = await check().catch(async (error: unknown) => {
      // It counts only if Redis fails too.
      await release(false).catch(() => undefined);
      throw error;
    });
    if (result !== undefined) await release(true);
    return result;
  }

  /** Makes the browser known to the account under a new token; its former one ends. */
  async rememberBrowser(account: string, former: string | undefined): Promise<string> {
    const token = newToken();
    const key = browserKey(hashToken(token));
    const change = this.redis.multi();
    // If the former token is not known, the renaming alone fails.
    if (former !== undefined) change.rename(browserKey(former), key);
    await change.sadd(key, hashToken(account)).pexpire(key, KNOWN_TTL_MS).exec();
    return token;
  }

  /** Counts a link for an e-mail address, or the id of a person; returns whether it may be sent today. */
  async countLink(receiver: string): Promise<boolean> {
    return (await this.count(`link:${shortHash(receiver)}`, DAY_SECONDS)) <= LINKS_A_DAY;
  }

  /** Counts six digits for an e-mail address; returns whether they may be sent. */
  async countAddressMail(email: string): Promise<boolean> {
    const name = `address-mail:${shortHash(email)}`;
    if ((await this.count(name, HOUR_SECONDS)) > ADDRESS_MAILS_AN_HOUR) return false;
    return (await this.count(`${name}:day`, DAY_SECONDS)) <= ADDRESS_MAILS_A_DAY;
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
}
