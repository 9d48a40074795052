import { describe, expect, it } from '@jest/globals';
import { credentialsFrom, hostsOf } from './address.ts';
import { minio } from './minio.ts';

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
    expect(hostsOf(address, 7)).toEqual(hosts);
  });
});

describe("the credentials of an operator's own server", () => {
  const names = ['S3_ACCESS_KEY', 'S3_SECRET_KEY'];

  it('are his', () => {
    const env = { S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 's', OTHER: 'o' };
    const expected = { S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 's' };
    expect(credentialsFrom(env, minio, names)).toEqual(expected);
  });

  it('are asked for when they are missing', () => {
    expect(() => credentialsFrom({ S3_ACCESS_KEY: 'a', S3_SECRET_KEY: '' }, minio, names)).toThrow(
      'S3_ENDPOINT is set, but not S3_SECRET_KEY.',
    );
  });
});
