import { AppLogger, REDIS, unavailable } from '@ctdb/chassis';
import { accessKeys, type RateClass } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { AdmissionBatch, defineAdmission, type Admitted } from './admission-batch.js';

const WINDOW_MS = 60_000;
const WARNING_MS = 1_000;

/** What a request is counted by; tokens as their SHA-256, in hex. */
export interface Shown {
  readonly network: string;
  readonly rate: RateClass;
  readonly sessionHash: string | undefined;
  readonly passHash: string | undefined;
}

const callerOf = ({ network, rate, sessionHash, passHash }: Shown): string =>
  `${rate} ${network} ${sessionHash} ${passHash}`;

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
  admit(shown: Shown): Promise<Admitted> {
    if (!this.batch) {
      const batch = (this.batch = new AdmissionBatch());
      setImmediate(() => {
        this.batch = undefined;
        void batch.send(this.redis, (reason) => this.failure(reason));
      });
    }
    return this.batch.add(callerOf(shown), () => this.argumentsOf(shown));
  }

  /** Every request fails while Redis is away; one line a second says so. */
  private failure(reason: unknown): Error {
    if (Date.now() >= this.nextWarning) {
      this.nextWarning = Date.now() + WARNING_MS;
      this.logger.warn('Redis cannot be asked about access', reason);
    }
    return unavailable();
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
}
