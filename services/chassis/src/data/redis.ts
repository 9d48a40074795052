import { Redis, type RedisOptions } from 'ioredis';
import { splitHosts } from '../config/chassis-env.js';
import { corkWrites } from './sockets.js';
import type { AppLogger } from '../logging/app-logger.js';

const PORT = 6_379;
const SENTINEL_PORT = 26_379;

/**
 * A client reconnects by itself for ever, while no command waits longer than two seconds. The pause
 * between two attempts is short, because a failover is over within seconds.
 */
export const redisOptions = {
  connectTimeout: 3_000,
  commandTimeout: 2_000,
  sentinelCommandTimeout: 2_000,
  maxRetriesPerRequest: 1,
  retryStrategy: (tries: number) => Math.min(1_000, 100 * 2 ** tries) * (0.8 + 0.4 * Math.random()),
  // A former master has become a replica: the address leads to another server now. 2: sends again.
  reconnectOnError: ({ message }: Error) => (message.startsWith('READONLY') ? 2 : false),
} as const satisfies RedisOptions;

/** Without the choice of another form of replies, which changes the type of a client. */
type ServerOptions = Omit<RedisOptions, 'protocol' | 'replyMapping'>;

const toHost = ({ hostname, port }: URL, defaultPort: number) => ({
  host: hostname.replace(/^\[|\]$/g, ''),
  port: Number(port) || defaultPort,
});

/**
 * Options of a client for `url`: of one server, or of the master that Sentinels name:
 * `redis+sentinel://user:password@host:26379,host:26379/master?sentinelPassword=…`.
 */
export const redisAddress = (url: string): ServerOptions => {
  const [first, ...others] = splitHosts(url).map((each) => new URL(each)) as [URL, ...URL[]];
  const { protocol, username, password, pathname, searchParams } = first;
  const path = decodeURIComponent(pathname.slice(1));
  const { family, ...parameters } = Object.fromEntries(searchParams);
  const usesTls = protocol.startsWith('rediss');
  const options: ServerOptions = {
    ...parameters,
    ...(family !== undefined && { family: Number(family) }),
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    ...(usesTls && { tls: {} }),
  };
  if (!protocol.endsWith('+sentinel:'))
    return { ...options, ...toHost(first, PORT), db: Number(path) || 0 };
  return {
    ...options,
    name: path,
    sentinels: [first, ...others].map((each) => toHost(each, SENTINEL_PORT)),
    ...(usesTls && { sentinelTLS: {}, enableTLSForSentinelMode: true }),
    // A master that is cut off is left as soon as another one is elected.
    failoverDetector: true,
  };
};

/** A client with {@link redisOptions} that logs outages. All keys get `prefix`. */
export const openRedis = (url: string, prefix: string, logger: AppLogger): Redis => {
  const redis = new Redis({ ...redisAddress(url), ...redisOptions, keyPrefix: prefix });
  redis.on('error', (error: Error) => logger.warn('Redis cannot be reached', error));
  // Commands of requests that arrive together leave together.
  redis.on('connect', () => corkWrites(redis.stream, setImmediate));
  redis.on('ready', () => logger.info('connected to Redis'));
  return redis;
};
