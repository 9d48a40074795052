import { randomUUID } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { Inject, Injectable } from '@nestjs/common';
import { BILLING_CONFIG, type BillingConfig } from '../config.js';
import { BoundedQueue } from './bounded-queue.js';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. (2 is argon2id; version 19.) */
const parameters = {
  algorithm: 2,
  version: 1,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
  outputLen: 32,
} as const;

/** Hashes and checks passwords with argon2id, with limited concurrency. */
@Injectable()
export class PasswordHasher {
  private readonly queue: BoundedQueue;
  private dummyHash: Promise<string> | undefined;

  constructor(@Inject(BILLING_CONFIG) { password }: BillingConfig) {
    this.queue = new BoundedQueue(password.hashesAtOnce, password.hashesWaiting);
  }

  hash(password: string): Promise<string> {
    return this.queue.run(() => hash(password, parameters));
  }

  /** Without a stored hash it takes as long and returns `false`. */
  async matches(stored: string | undefined, password: string): Promise<boolean> {
    const against = stored ?? (await this.getDummyHash());
    const same = await this.queue.run(() => verify(against, password));
    return same && stored !== undefined && password.isWellFormed();
  }

  /** Whether a stored hash was made with other parameters than today's. */
  isOutdated(stored: string): boolean {
    const used = parseOptions(stored);
    return Object.entries(parameters).some(
      ([name, value]) => used[name as keyof typeof parameters] !== value,
    );
  }

  /** Creates the dummy hash for unknown usernames, so that the first attempt is not slower. */
  async warmUp(): Promise<void> {
    await this.getDummyHash();
  }

  private getDummyHash(): Promise<string> {
    this.dummyHash ??= hash(randomUUID(), parameters);
    return this.dummyHash;
  }
}
