import { expect, it } from 'vitest';
import { objectStorage } from './object-storage.ts';
import { parseHosts, readCredentials, withoutPassword } from './start-servers.ts';

it.each([
  ['redis://:p@ss@host:1', ['host 1']],
  ['amqps://u:p@host/vhost', ['host 7']],
  ['mongodb://u:p@one:1,two/db?replicaSet=a', ['one 1', 'two 7']],
  ['redis://[::1]:6', ['::1 6']],
  ['https://s3.example', ['s3.example 443']],
  ['http://s3.example:9', ['s3.example 9']],
  ['mongodb+srv://cluster.example/db', []],
])('the hosts in the address %s', (address, hosts) => {
  expect(parseHosts(address, 7).map(({ host, port }) => `${host} ${port}`)).toEqual(hosts);
});

it('a password with an @ is not shown', () => {
  expect(withoutPassword('redis://:p@ss@host:1/0')).toBe('redis://host:1/0');
});

it("the credentials of an operator's own server are his, and required", () => {
  const names = ['S3_ACCESS_KEY', 'S3_SECRET_KEY'];
  const expected = { S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 's' };
  expect(readCredentials({ ...expected, OTHER: 'o' }, objectStorage, names)).toEqual(expected);
  const incomplete = { S3_ACCESS_KEY: 'a', S3_SECRET_KEY: '' };
  const message = 'S3_ENDPOINT is set, but not S3_SECRET_KEY.';
  expect(() => readCredentials(incomplete, objectStorage, names)).toThrow(message);
});
