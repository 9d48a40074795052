import { describe, expect, it } from 'vitest';
import type { BackingServer } from './backing-server.ts';
import { minio } from './minio.ts';
import { selectSource, readCredentials, parseHosts } from './server-source.ts';

const server = (program?: string): BackingServer => ({
  title: 'Redis',
  variable: 'REDIS_URL',
  defaultPort: 6379,
  program: 'redis-server',
  chrootSourceLabel: 'from the private Debian',
  findProgram: async () => program,
  start: () => Promise.reject(new Error('not started here')),
});

describe('where a server comes from', () => {
  it('is the address in the environment first', async () => {
    const env = { REDIS_URL: 'redis://elsewhere' };
    const source = { kind: 'address', address: 'redis://elsewhere' };
    expect(await selectSource(server('/bin/redis'), env, true)).toEqual(source);
  });

  it('is then a program on PATH, then the private Debian', async () => {
    const program = { kind: 'program', program: '/bin/redis' };
    expect(await selectSource(server('/bin/redis'), { REDIS_URL: '' }, true)).toEqual(program);
    expect(await selectSource(server(), {}, true)).toEqual({ kind: 'private' });
    expect(await selectSource(server(), {}, false)).toEqual({ kind: 'missing' });
  });
});

describe('the hosts in an address', () => {
  it.each([
    ['redis://:p@host:1', [{ host: 'host', port: 1 }]],
    ['amqps://u:p@host/vhost', [{ host: 'host', port: 7 }]],
    [
      'mongodb://u:p@one:1,two/db?replicaSet=a',
      [
        { host: 'one', port: 1 },
        { host: 'two', port: 7 },
      ],
    ],
    ['redis://[::1]:6', [{ host: '::1', port: 6 }]],
    ['https://s3.example', [{ host: 's3.example', port: 443 }]],
    ['http://s3.example:9', [{ host: 's3.example', port: 9 }]],
    ['mongodb+srv://cluster.example/db', []],
  ])('%s', (address, hosts) => {
    expect(parseHosts(address, 7)).toEqual(hosts);
  });
});

describe("the credentials of an operator's own server", () => {
  const names = ['S3_ACCESS_KEY', 'S3_SECRET_KEY'];

  it('are his', () => {
    const env = { S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 's', OTHER: 'o' };
    const expected = { S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 's' };
    expect(readCredentials(env, minio, names)).toEqual(expected);
  });

  it('are required', () => {
    expect(() => readCredentials({ S3_ACCESS_KEY: 'a', S3_SECRET_KEY: '' }, minio, names)).toThrow(
      'S3_ENDPOINT is set, but not S3_SECRET_KEY.',
    );
  });
});
