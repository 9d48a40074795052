import { AppLogger, REDIS, serviceUnavailable } from '@ctdb/chassis';
import { accessKeys, DomainError, type QuotaClass, type RateClass } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import type { AdmissionResult, RateLimit } from '../http/request-context.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A site may do as much as so many of its networks. */
const SITE_FACTOR = 10;
const WARNING_INTERVAL_MS = 1_000;

/**
 * Everything that a request needs of Redis, in one round trip: the records behind its tokens, and
 * the count of its rate limit window. A record that exists moves the count from the address to the
 * token, so that invented tokens do not escape the limit of the address.
 *
 * The networks of an IPv6 site share a hash and a window. What is refused adds no field to it, and
 * what a network does beyond its own limit does not use up the limit of the site.
 *
 * A request that is counted by a pass also counts for an hour by its purchase, which stays the same when
 * the browser's token changes. The quotas of a purchase share a hash and a window.
 *
 * KEYS: 1 count of the address, 2 count of the session, 3 count of the pass, 4 counts of the quotas,
 *       without the purchase.
 * ARGV: 1 limit by address, 2 limit by token, 3 window in milliseconds, 4 "1" with a session token,
 *       5 "1" with a pass token, 6 "1" to count by address whatever the tokens are, 7 network in the
 *       site or "", 8 limit of the site, 9 name of the quota or "", 10 its window in milliseconds, 11 key
 *       of the session record, 12 key of the pass record (Redis demands the right to write for keys in
 *       KEYS).
 * Returns session record, pass record, requests in the window with this one, milliseconds left of
 * it, the limit, the time of Redis in milliseconds (the one clock that decides when access ends), requests
 * in the window of the quota with this one, and milliseconds left of it; both 0 without a quota.
 * Of the limits of network and site it is the one that leaves less.
 */
const script = `
local function timeLeft(key, window)
  local left = redis.call('PTTL', key)
  if left >= 0 then return left end
  redis.call('PEXPIRE', key, window)
  return tonumber(window)
end
local function countSite(key, limit, network, siteLimit)
  local before = tonumber(redis.call('HGET', key, 'all') or '0')
  if before >= siteLimit then return before + 1, siteLimit end
  local used = redis.call('HINCRBY', key, network, 1)
  if used > limit then return used, limit end
  local all = redis.call('HINCRBY', key, 'all', 1)
  if siteLimit - all < limit - used then return all, siteLimit end
  return used, limit
end
local session = ARGV[4] == '1' and redis.call('GET', ARGV[11])
local pass = ARGV[5] == '1' and redis.call('GET', ARGV[12])
local key, limit, network = KEYS[1], tonumber(ARGV[1]), ARGV[7]
local purchase
if ARGV[6] ~= '1' then
  if session then
    key, limit, network = KEYS[2], tonumber(ARGV[2]), ''
  elseif pass and string.sub(pass, 1, 1) == '{' then
    key, limit, network = KEYS[3], tonumber(ARGV[2]), ''
    purchase = ARGV[9] ~= '' and string.match(pass, '"id":"([^"]+)"')
  end
end
local used
if network == '' then
  used = redis.call('INCR', key)
else
  used, limit = countSite(key, limit, network, tonumber(ARGV[8]))
end
local left = timeLeft(key, ARGV[3])
local quotaUsed, quotaLeft = 0, 0
if purchase then
  local quotas = KEYS[4] .. purchase
  quotaUsed = redis.call('HINCRBY', quotas, ARGV[9], 1)
  quotaLeft = timeLeft(quotas, ARGV[10])
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
return { session, pass, used, left, limit, now, quotaUsed, quotaLeft }
`;

/** While Redis is full, readers are admitted, and what would store more (sign-in, orders) is not. */
const scripts = { admit: `#!lua flags=allow-oom\n${script}`, admitWithMemory: script };

type Reply = [
  session: string | null,
  pass: string | null,
  used: number,
  windowLeftMs: number,
  limit: number,
  now: number,
  quotaUsed: number,
  quotaLeftMs: number,
];

type AdmittingRedis = Redis &
  Record<keyof typeof scripts, (...keysAndArguments: (string | number)[]) => Promise<Reply>>;

/**
 * Names what a request is counted by; tokens as their SHA-256, in hex. Outside of IPv6 `site` is the same as
 * `network`.
 */
export interface AdmissionRequest {
  readonly network: string;
  readonly site: string;
  readonly rate: RateClass;
  readonly sessionHash: string | undefined;
  readonly passHash: string | undefined;
  /** The quota that it uses up if it is counted by a pass. */
  readonly quota: QuotaClass | undefined;
}

/** Looks tokens up and counts requests, in one round trip to Redis per request. */
@Injectable()
export class Admission {
  private readonly redis: AdmittingRedis;
  private readonly prefix: string;
  private readonly addressLimits: Readonly<Record<RateClass, number>>;
  private readonly quotas: Readonly<Record<QuotaClass, number>>;
  private nextWarningAt = 0;

  constructor(
    @Inject(REDIS) redis: Redis,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly logger: AppLogger,
  ) {
    for (const [name, lua] of Object.entries(scripts))
      redis.defineCommand(name, { lua, numberOfKeys: 4 });
    this.redis = redis as AdmittingRedis;
    this.prefix = redis.options.keyPrefix ?? '';
    this.addressLimits = {
      default: config.RATE_ANONYMOUS,
      signIn: config.RATE_SIGN_IN,
      restore: config.RATE_RESTORE,
      setup: config.RATE_SETUP,
      order: config.RATE_ORDER,
      capture: config.RATE_CAPTURE,
      webhook: config.RATE_WEBHOOK,
      upload: config.RATE_UPLOAD,
    };
    this.quotas = {
      answers: config.QUOTA_ANSWERS,
      entries: config.QUOTA_ENTRIES,
      images: config.QUOTA_IMAGES,
    };
  }

  /**
   * Rejects with `SERVICE_UNAVAILABLE` if Redis does not answer, because access is never granted
   * unchecked, and for all but the class `default` if Redis is full.
   */
  async admit(request: AdmissionRequest): Promise<AdmissionResult> {
    const command = request.rate === 'default' ? 'admit' : 'admitWithMemory';
    try {
      const reply = await this.redis[command](...this.toArguments(request));
      const [session, pass, , , , now] = reply;
      return { session, pass, limits: this.toLimits(reply, request.quota), now };
    } catch (error) {
      this.warn(error);
      throw serviceUnavailable();
    }
  }

  /** Every request fails while Redis is unreachable; one line a second is enough. */
  private warn(error: unknown): void {
    if (Date.now() < this.nextWarningAt) return;
    this.nextWarningAt = Date.now() + WARNING_INTERVAL_MS;
    this.logger.warn('admission failed, Redis does not answer or is full', error);
  }

  private toLimits(
    [, , used, windowLeftMs, limit, , quotaUsed, quotaLeftMs]: Reply,
    quota: QuotaClass | undefined,
  ): RateLimit[] {
    const minute = { name: 'minute', windowMs: MINUTE_MS, used, limit, windowLeftMs } as const;
    if (quota === undefined || quotaUsed === 0) return [minute];
    const hour = { windowMs: HOUR_MS, windowLeftMs: quotaLeftMs };
    return [minute, { name: quota, used: quotaUsed, limit: this.quotas[quota], ...hour }];
  }

  private toArguments({ network, site, rate, sessionHash, passHash, quota }: AdmissionRequest) {
    const byAddress = rate !== 'default';
    const limit = this.addressLimits[rate];
    return [
      `rate:${rate}:${site}`,
      `rate:session:${sessionHash ?? ''}`,
      `rate:pass:${passHash ?? ''}`,
      'quota:',
      limit,
      this.config.RATE_SIGNED_IN,
      MINUTE_MS,
      sessionHash === undefined ? '0' : '1',
      passHash === undefined ? '0' : '1',
      byAddress ? '1' : '0',
      network === site ? '' : network,
      limit * SITE_FACTOR,
      quota ?? '',
      HOUR_MS,
      // The client prefixes keys, and not arguments.
      `${this.prefix}${accessKeys.session(sessionHash ?? '')}`,
      `${this.prefix}${accessKeys.pass(passHash ?? '')}`,
    ];
  }
}

const toSeconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1_000));

/** Returns what is left of the limits, in the form of draft-ietf-httpapi-ratelimit-headers. */
export const rateLimitHeaders = (limits: readonly RateLimit[]): Record<string, string> => ({
  'ratelimit-policy': limits
    .map(({ name, limit, windowMs }) => `"${name}";q=${limit};w=${windowMs / 1_000}`)
    .join(', '),
  ratelimit: limits
    .map(({ name, used, limit, windowLeftMs }) => {
      const left = Math.max(0, limit - used);
      return `"${name}";r=${left};t=${toSeconds(windowLeftMs)}`;
    })
    .join(', '),
});

/** Throws `RATE_LIMITED` if a limit is used up; of two, for the longer one. */
export const requireRateLimit = (limits: readonly RateLimit[]): void => {
  const exceeded = limits.findLast(({ used, limit }) => used > limit);
  if (!exceeded) return;
  const { name, windowLeftMs } = exceeded;
  const retryAfter = toSeconds(windowLeftMs);
  throw new DomainError('RATE_LIMITED', {
    retryAfter,
    ...(name !== 'minute' && { quota: name }),
  });
};
