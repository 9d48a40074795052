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

/** Hashes and checks passwords with argon2id, few at a time. */
@Injectable()
export class PasswordHasher {
  private readonly queue: BoundedQueue;
  private decoy: Promise<string> | undefined;

  constructor(@Inject(BILLING_CONFIG) { password }: BillingConfig) {
    this.queue = new BoundedQueue(password.hashesAtOnce, password.hashesWaiting);
  }

  hash(password: string): Promise<string> {
    return this.queue.run(() => hash(password, parameters));
  }

  /** Without a stored hash it takes as long, and the answer is no. */
  async matches(stored: string | undefined, password: string): Promise<boolean> {
    const against = stored ?? (await this.nobodysHash());
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

  /** Makes the hash that unknown usernames are checked against; the first try is then no slower. */
  async warmUp(): Promise<void> {
    await this.nobodysHash();
  }

  private nobodysHash(): Promise<string> {
    this.decoy ??= hash(randomUUID(), parameters);
    return this.decoy;
  }
}
