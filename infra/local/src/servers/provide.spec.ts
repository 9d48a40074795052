import { describe, expect, it } from '@jest/globals';
import type { BackingServer } from './backing-server.ts';
import { choose, hostsOf } from './provide.ts';

const server = (program?: string): BackingServer => ({
  title: 'Redis',
  variable: 'REDIS_URL',
  usualPort: 6379,
  program: 'redis-server',
  findProgram: async () => program,
  startProgram: () => Promise.reject(new Error('not started here')),
  startPrivate: () => Promise.reject(new Error('not started here')),
});

describe('where a server comes from', () => {
  it('is the address in the environment first', async () => {
    const env = { REDIS_URL: 'redis://elsewhere' };
    const source = { kind: 'address', address: 'redis://elsewhere' };
    expect(await choose(server('/bin/redis'), env, true)).toEqual(source);
  });

  it('is then a program on PATH, then the private Debian', async () => {
    const program = { kind: 'program', program: '/bin/redis' };
    expect(await choose(server('/bin/redis'), { REDIS_URL: '' }, true)).toEqual(program);
    expect(await choose(server(), {}, true)).toEqual({ kind: 'private' });
    expect(await choose(server(), {}, false)).toEqual({ kind: 'missing' });
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
    ['mongodb+srv://cluster.example/db', []],
  ])('%s', (address, hosts) => {
    expect(hostsOf(address, 7)).toEqual(hosts);
  });
});
