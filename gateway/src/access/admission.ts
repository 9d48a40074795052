import { AppLogger, REDIS, unavailable } from '@ctdb/chassis';
import { accessKeys, type RateClass } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { admissionScript } from './admission.script.js';

const WINDOW_MS = 60_000;
const KEYS = 5;

/** What a request shows; tokens as their SHA-256, in hex. */
export interface Shown {
  readonly network: string;
  readonly rate: RateClass;
  readonly sessionHash?: string | undefined;
  readonly passHash?: string | undefined;
}

/** What Redis knows about it. */
export interface Admitted {
  /** Unparsed records; null where there is none. */
  readonly session: string | null;
  readonly pass: string | null;
  /** Requests in this window, this one included, and how many it may have. */
  readonly used: number;
  readonly limit: number;
  readonly windowLeftMs: number;
}

type Reply = [
  session: string | null,
  pass: string | null,
  used: number,
  left: number,
  limit: number,
];

interface WithAdmit {
  admit(...keysAndArguments: (string | number)[]): Promise<Reply>;
}

/** Looks tokens up and counts requests, in one round trip to Redis per request. */
@Injectable()
export class Admission {
  private readonly redis: Redis & WithAdmit;

  constructor(
    @Inject(REDIS) redis: Redis,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly logger: AppLogger,
  ) {
    redis.defineCommand('admit', { lua: admissionScript, numberOfKeys: KEYS });
    this.redis = redis as Redis & WithAdmit;
  }

  /** Rejects with `SERVICE_UNAVAILABLE` when Redis cannot be asked: nobody gets in unseen. */
  async admit({ network, rate, sessionHash, passHash }: Shown): Promise<Admitted> {
    const { RATE_ANONYMOUS, RATE_SIGNED_IN, RATE_SIGN_IN } = this.config;
    const byAddress = rate === 'signIn';
    const reply = await this.redis
      .admit(
        `rate:${rate}:address:${network}`,
        accessKeys.session(sessionHash ?? ''),
        `rate:session:${sessionHash ?? ''}`,
        accessKeys.pass(passHash ?? ''),
        `rate:pass:${passHash ?? ''}`,
        byAddress ? RATE_SIGN_IN : RATE_ANONYMOUS,
        RATE_SIGNED_IN,
        WINDOW_MS,
        sessionHash === undefined ? '0' : '1',
        passHash === undefined ? '0' : '1',
        byAddress ? '1' : '0',
      )
      .catch((error: unknown) => {
        this.logger.warn('Redis cannot be asked about access', error);
        throw unavailable();
      });
    const [session, pass, used, windowLeftMs, limit] = reply;
    return { session, pass, used, windowLeftMs, limit };
  }
}
