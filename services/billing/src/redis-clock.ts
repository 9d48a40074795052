import { REDIS } from '@ctdb/chassis';
import { Global, Inject, Injectable, Module } from '@nestjs/common';
import type { Redis } from 'ioredis';

/**
 * The clock of Redis, for all decisions about money and access, because Redis also expires passes.
 * A wrong local clock has no effect. Without Redis there are no decisions.
 */
@Injectable()
export class RedisClock {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /** Milliseconds since the epoch. */
  async now(): Promise<number> {
    const [seconds, microseconds] = await this.redis.time();
    return Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000);
  }
}

/** Gives the clock to all modules. */
@Global()
@Module({ providers: [RedisClock], exports: [RedisClock] })
export class ClockModule {}
