import { describe, expect, it } from '@jest/globals';
import type { BackingServer } from './backing-server.ts';
import { choose } from './source.ts';

const server = (program?: string): BackingServer => ({
  title: 'Redis',
  variable: 'REDIS_URL',
  usualPort: 6379,
  program: 'redis-server',
  privateOrigin: 'from the private Debian',
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
