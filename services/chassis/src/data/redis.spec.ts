import { expect, it } from 'vitest';
import { redisAddress } from './redis.js';

it('an address of Redis names one server', () => {
  expect(redisAddress('rediss://user:pass%2Fword@redis.example/2?family=6')).toEqual({
    host: 'redis.example',
    port: 6_379,
    username: 'user',
    password: 'pass/word',
    db: 2,
    family: 6,
    tls: {},
  });
  expect(redisAddress('redis://[::1]:6380')).toEqual({ host: '::1', port: 6_380, db: 0 });
});

it('an address of Redis names the Sentinels that know the master', () => {
  const url = 'redis+sentinel://user:word@a:1,b,[::1]:3/main?sentinelPassword=other';
  expect(redisAddress(url)).toEqual({
    name: 'main',
    sentinels: [
      { host: 'a', port: 1 },
      { host: 'b', port: 26_379 },
      { host: '::1', port: 3 },
    ],
    username: 'user',
    password: 'word',
    sentinelPassword: 'other',
    failoverDetector: true,
  });
});
