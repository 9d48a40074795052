import { Redis, type RedisOptions } from 'ioredis';
import { corkWrites } from './socket-batching.js';
import type { AppLogger } from '../logging/app-logger.js';

/** A client reconnects by itself for ever, while no command waits longer than two seconds. */
export const redisOptions = {
  connectTimeout: 3_000,
  commandTimeout: 2_000,
  maxRetriesPerRequest: 1,
  retryStrategy: (tries: number) => Math.min(5_000, 100 * 2 ** tries) * (0.8 + 0.4 * Math.random()),
} as const satisfies RedisOptions;

/** A client with {@link redisOptions} that logs outages. All keys get `prefix`. */
export const openRedis = (url: string, prefix: string, logger: AppLogger): Redis => {
  const redis = new Redis(url, { ...redisOptions, keyPrefix: prefix });
  redis.on('error', (error: Error) => logger.warn('Redis cannot be reached', error));
  // Commands of requests that arrive together leave together.
  redis.on('connect', () => corkWrites(redis.stream, setImmediate));
  redis.on('ready', () => logger.info('connected to Redis'));
  return redis;
};

/** Rejects when Redis does not answer. */
export const pingRedis = async (redis: Redis): Promise<void> => {
  await redis.ping();
};
