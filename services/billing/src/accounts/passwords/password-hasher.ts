import { randomUUID } from 'node:crypto';
import { DomainError, toPassword } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import pLimit, { type LimitFunction } from 'p-limit';
import { BILLING_CONFIG, type BillingConfig } from '../../config.js';
import { findPasswordError } from './password-policy.js';

/** The wait that a full queue returns to its callers; the queue drains in less. */
const RETRY_AFTER_SECONDS = 2;

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. (2 is argon2id; version 19.) */
const parameters = {
  algorithm: 2,
  version: 1,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
  outputLen: 32,
} as const;

/**
 * Hashes and checks passwords with argon2id, with limited concurrency. Calls beyond a full queue fail
 * with `SERVICE_UNAVAILABLE`, so that a flood costs neither memory nor time.
 */
@Injectable()
export class PasswordHasher {
  private readonly limit: LimitFunction;
  private dummyHash: Promise<string> | undefined;

  constructor(@Inject(BILLING_CONFIG) private readonly config: BillingConfig) {
    this.limit = pLimit(config.password.hashesAtOnce);
  }

  /** The hash of a new password. Throws if it violates a rule. */
  async hashNew(password: string, username: string): Promise<string> {
    const error = findPasswordError(password, username, this.config.password);
    if (error) throw error;
    return this.hash(password);
  }

  hash(password: string): Promise<string> {
    return this.runLimited(() => hash(toPassword(password), parameters));
  }

  /**
   * Without a stored hash it takes as long and returns `false`. Hashes from before passwords were normalised are of
   * the password as it was typed.
   */
  async matches(stored: string | undefined, password: string): Promise<boolean> {
    const against = stored ?? (await this.warmUp());
    const forms = new Set([toPassword(password), password]);
    for (const form of forms)
      if (await this.runLimited(() => verify(against, form)))
        return stored !== undefined && password.isWellFormed();
    return false;
  }

  /** Whether a stored hash has other parameters than today's, or is of the password as it was typed. */
  async isOutdated(stored: string, password: string): Promise<boolean> {
    const used = parseOptions(stored);
    const isOther = Object.entries(parameters).some(
      ([name, value]) => used[name as keyof typeof parameters] !== value,
    );
    const form = toPassword(password);
    return isOther || (form !== password && !(await this.runLimited(() => verify(stored, form))));
  }

  /** Creates the dummy hash for unknown usernames, so that the first attempt is not slower. */
  warmUp(): Promise<string> {
    this.dummyHash ??= hash(randomUUID(), parameters);
    return this.dummyHash;
  }

  private async runLimited<T>(work: () => Promise<T>): Promise<T> {
    const { hashesAtOnce, hashesWaiting } = this.config.password;
    if (this.limit.activeCount + this.limit.pendingCount >= hashesAtOnce + hashesWaiting)
      throw new DomainError('SERVICE_UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS });
    return this.limit(work);
  }
}
