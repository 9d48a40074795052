/** The same addresses with another of Redis' numbered databases. */
export function withRedisDatabase(addresses: Record<string, string>, database: number) {
  const redis = new URL(addresses['REDIS_URL'] ?? '');
  redis.pathname = `/${database}`;
  return { ...addresses, REDIS_URL: redis.href };
}
