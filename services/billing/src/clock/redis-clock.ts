import { REDIS } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';

/**
 * The one clock of everything about money and access: that of Redis, which also ends the passes. A
 * process whose own clock is wrong decides nothing wrongly; without Redis nothing is decided.
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
