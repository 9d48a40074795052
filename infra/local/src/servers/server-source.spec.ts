import { expect, it } from 'vitest';
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

it.each<[NodeJS.ProcessEnv, string | undefined, boolean, object]>([
  [
    { REDIS_URL: 'redis://elsewhere' },
    '/bin/redis',
    true,
    { kind: 'address', address: 'redis://elsewhere' },
  ],
  [{ REDIS_URL: '' }, '/bin/redis', true, { kind: 'program', program: '/bin/redis' }],
  [{}, undefined, true, { kind: 'private' }],
  [{}, undefined, false, { kind: 'missing' }],
])(
  'a server comes from %j, the program %s, or the private Debian (%s)',
  async (env, program, canUseChroot, source) => {
    expect(await selectSource(server(program), env, canUseChroot)).toEqual(source);
  },
);

it.each([
  ['redis://:p@host:1', ['host 1']],
  ['amqps://u:p@host/vhost', ['host 7']],
  ['mongodb://u:p@one:1,two/db?replicaSet=a', ['one 1', 'two 7']],
  ['redis://[::1]:6', ['::1 6']],
  ['https://s3.example', ['s3.example 443']],
  ['http://s3.example:9', ['s3.example 9']],
  ['mongodb+srv://cluster.example/db', []],
])('the hosts in the address %s', (address, hosts) => {
  expect(parseHosts(address, 7).map(({ host, port }) => `${host} ${port}`)).toEqual(hosts);
});

it("the credentials of an operator's own server are his, and required", () => {
  const names = ['S3_ACCESS_KEY', 'S3_SECRET_KEY'];
  const expected = { S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 's' };
  expect(readCredentials({ ...expected, OTHER: 'o' }, minio, names)).toEqual(expected);
  const incomplete = { S3_ACCESS_KEY: 'a', S3_SECRET_KEY: '' };
  const message = 'S3_ENDPOINT is set, but not S3_SECRET_KEY.';
  expect(() => readCredentials(incomplete, minio, names)).toThrow(message);
});
