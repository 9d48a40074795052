import { AppLogger, REDIS, serviceUnavailable } from '@ctdb/chassis';
import { accessKeys, DomainError, type RateClass } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';

const WINDOW_MS = 60_000;
const WARNING_INTERVAL_MS = 1_000;

/**
 * Everything that a request needs of Redis, in one round trip: the records behind its tokens, and
 * the count of its rate limit window. A record that exists moves the count from the address to the
 * token, so that invented tokens do not escape the limit of the address.
 *
 * KEYS: 1 count of the address, 2 session record, 3 count of the session, 4 pass record,
 *       5 count of the pass.
 * ARGV: 1 limit by address, 2 limit by token, 3 window in milliseconds, 4 "1" with a session token,
 *       5 "1" with a pass token, 6 "1" to count by address whatever the tokens are.
 * Returns session record, pass record, requests in the window with this one, milliseconds left of
 * it, the limit, and the time of Redis in milliseconds: the one clock that decides when access ends.
 */
const script = `
local session = ARGV[4] == '1' and redis.call('GET', KEYS[2])
local pass = ARGV[5] == '1' and redis.call('GET', KEYS[4])
local count, limit = KEYS[1], ARGV[1]
if ARGV[6] ~= '1' then
  if session then
    count, limit = KEYS[3], ARGV[2]
  elseif pass and string.sub(pass, 1, 1) == '{' then
    count, limit = KEYS[5], ARGV[2]
  end
end
local used = redis.call('INCR', count)
local left = redis.call('PTTL', count)
if left < 0 then
  left = tonumber(ARGV[3])
  redis.call('PEXPIRE', count, left)
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
return { session, pass, used, left, tonumber(limit), now }
`;

type Reply = [
  session: string | null,
  pass: string | null,
  used: number,
  windowLeftMs: number,
  limit: number,
  now: number,
];

type AdmittingRedis = Redis & { admit(...keysAndArguments: (string | number)[]): Promise<Reply> };

/** What a request is counted by; tokens as their SHA-256, in hex. */
export interface AdmissionRequest {
  readonly network: string;
  readonly rate: RateClass;
  readonly sessionHash: string | undefined;
  readonly passHash: string | undefined;
}

/** What Redis knows of a request. */
export interface AdmissionResult {
  /** Unparsed records; null if there is none. */
  readonly session: string | null;
  readonly pass: string | null;
  /** Requests in this window, this one included, and the limit. */
  readonly used: number;
  readonly limit: number;
  readonly windowLeftMs: number;
  /** The time of Redis, in milliseconds since the epoch. */
  readonly now: number;
}

/** Looks tokens up and counts requests, in one round trip to Redis per request. */
@Injectable()
export class Admission {
  private readonly redis: AdmittingRedis;
  private readonly addressLimits: Readonly<Record<RateClass, number>>;
  private nextWarningAt = 0;

  constructor(
    @Inject(REDIS) redis: Redis,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly logger: AppLogger,
  ) {
    redis.defineCommand('admit', { lua: script, numberOfKeys: 5 });
    this.redis = redis as AdmittingRedis;
    this.addressLimits = {
      default: config.RATE_ANONYMOUS,
      signIn: config.RATE_SIGN_IN,
      order: config.RATE_ORDER,
      webhook: config.RATE_WEBHOOK,
      upload: config.RATE_UPLOAD,
    };
  }

  /** Rejects with `SERVICE_UNAVAILABLE` if Redis does not answer: access is never granted unchecked. */
  async admit(request: AdmissionRequest): Promise<AdmissionResult> {
    try {
      const [session, pass, used, windowLeftMs, limit, now] = await this.redis.admit(
        ...this.toArguments(request),
      );
      return { session, pass, used, windowLeftMs, limit, now };
    } catch (error) {
      this.warn(error);
      throw serviceUnavailable();
    }
  }

  /** Every request fails while Redis is unreachable; one line a second is enough. */
  private warn(error: unknown): void {
    if (Date.now() < this.nextWarningAt) return;
    this.nextWarningAt = Date.now() + WARNING_INTERVAL_MS;
    this.logger.warn('admission failed, Redis does not answer', error);
  }

  private toArguments({ network, rate, sessionHash, passHash }: AdmissionRequest) {
    const byAddress = rate !== 'default';
    return [
      `rate:${rate}:address:${network}`,
      accessKeys.session(sessionHash ?? ''),
      `rate:session:${sessionHash ?? ''}`,
      accessKeys.pass(passHash ?? ''),
      `rate:pass:${passHash ?? ''}`,
      this.addressLimits[rate],
      this.config.RATE_SIGNED_IN,
      WINDOW_MS,
      sessionHash === undefined ? '0' : '1',
      passHash === undefined ? '0' : '1',
      byAddress ? '1' : '0',
    ];
  }
}

type Count = Pick<AdmissionResult, 'used' | 'limit' | 'windowLeftMs'>;

const toSeconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1_000));

/** What is left of a limit, in the form of draft-ietf-httpapi-ratelimit-headers. */
export const rateLimitHeaders = ({ used, limit, windowLeftMs }: Count): Record<string, string> => ({
  'ratelimit-policy': `"minute";q=${limit};w=60`,
  ratelimit: `"minute";r=${Math.max(0, limit - used)};t=${toSeconds(windowLeftMs)}`,
});

/** Throws `RATE_LIMITED` if the limit is used up. */
export const requireRateLimit = ({ used, limit, windowLeftMs }: Count): void => {
  if (used > limit) throw new DomainError('RATE_LIMITED', { retryAfter: toSeconds(windowLeftMs) });
};
