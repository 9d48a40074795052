import { AppLogger, REDIS, unavailable } from '@ctdb/chassis';
import { accessKeys, type RateClass } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { AdmissionBatch, defineAdmission, type AdmissionReply } from './admission-batch.js';

const WINDOW_MS = 60_000;
const WARNING_MS = 1_000;

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
  /** Redis's time, in milliseconds since the epoch. */
  readonly now: number;
}

/** Looks tokens up and counts requests, in one round trip to Redis per request. */
@Injectable()
export class Admission {
  private nextWarning = 0;
  private batch: AdmissionBatch | undefined;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly logger: AppLogger,
  ) {
    defineAdmission(redis);
  }

  /** Rejects with `SERVICE_UNAVAILABLE` when Redis cannot be asked: nobody gets in unseen. */
  async admit(shown: Shown): Promise<Admitted> {
    try {
      const reply = await this.ask(this.argumentsOf(shown));
      const [session, pass, used, windowLeftMs, limit, now] = reply;
      return { session, pass, used, windowLeftMs, limit, now };
    } catch (error) {
      this.warn(error);
      throw unavailable();
    }
  }

  /** Every request fails while Redis is away; one line a second says so. */
  private warn(error: unknown): void {
    if (Date.now() < this.nextWarning) return;
    this.nextWarning = Date.now() + WARNING_MS;
    this.logger.warn('Redis cannot be asked about access', error);
  }

  private argumentsOf({ network, rate, sessionHash, passHash }: Shown): (string | number)[] {
    const { RATE_SIGNED_IN } = this.config;
    const byAddress = rate !== 'default';
    return [
      `rate:${rate}:address:${network}`,
      accessKeys.session(sessionHash ?? ''),
      `rate:session:${sessionHash ?? ''}`,
      accessKeys.pass(passHash ?? ''),
      `rate:pass:${passHash ?? ''}`,
      this.limitOf(rate),
      RATE_SIGNED_IN,
      WINDOW_MS,
      sessionHash === undefined ? '0' : '1',
      passHash === undefined ? '0' : '1',
      byAddress ? '1' : '0',
    ];
  }

  /** How often one address may ask, by the kind of route. */
  private limitOf(rate: RateClass): number {
    const { RATE_ANONYMOUS, RATE_SIGN_IN, RATE_ORDER, RATE_WEBHOOK, RATE_UPLOAD } = this.config;
    switch (rate) {
      case 'default':
        return RATE_ANONYMOUS;
      case 'signIn':
        return RATE_SIGN_IN;
      case 'order':
        return RATE_ORDER;
      case 'webhook':
        return RATE_WEBHOOK;
      case 'upload':
        return RATE_UPLOAD;
    }
  }

  private ask(keysAndArguments: (string | number)[]): Promise<AdmissionReply> {
    if (!this.batch) {
      const batch = (this.batch = new AdmissionBatch());
      setImmediate(() => {
        this.batch = undefined;
        void batch.send(this.redis);
      });
    }
    return this.batch.add(keysAndArguments);
  }
}
