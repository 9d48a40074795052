// Makes the secrets of an installation once, as files in volumes: what exists is never changed.
// Each backing server gets a folder of its own, so that nobody reads what is not meant for them.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = '/secrets';
const random = () => randomBytes(32).toString('hex');

/** The file's text; made by `make` where there is none. Written beside it first, so never half. */
const once = (folder, name, make) => {
  const file = join(ROOT, folder, name);
  mkdirSync(join(ROOT, folder), { recursive: true });
  if (!existsSync(file)) {
    // Read by the users of other images: the volumes themselves are mounted where they are needed only.
    writeFileSync(`${file}.new`, make(), { mode: 0o444 });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, 'utf8').trim();
};

const user = 'ctdb';
const mongo = once('mongo', 'password', random);
const redis = once('app', 'redis-password', random);
const rabbit = once('app', 'rabbitmq-password', random);
const storage = once('app', 's3-secret-key', random);
once('app', 's3-access-key', () => user);
once('app', 'service-token-secret', random);
const isFirst = !existsSync(join(ROOT, 'app', 'admin-password'));
const admin = once('app', 'admin-password', () => randomBytes(15).toString('base64url'));
once('app', 'mongodb-uri', () => `mongodb://${user}:${mongo}@mongo:27017/?authSource=admin`);
once('app', 'redis-url', () => `redis://:${redis}@redis:6379`);
once('app', 'rabbitmq-url', () => `amqp://${user}:${rabbit}@rabbitmq:5672`);
once('redis', 'redis.conf', () =>
  [
    `requirepass ${redis}`,
    'dir /data',
    'appendonly yes',
    'save ""',
    'maxmemory-policy noeviction',
    '',
  ].join('\n'),
);
once('rabbitmq', '20-user.conf', () =>
  [`default_user = ${user}`, `default_pass = ${rabbit}`, 'loopback_users = none', ''].join('\n'),
);
once('minio', 'config.env', () =>
  [`export MINIO_ROOT_USER=${user}`, `export MINIO_ROOT_PASSWORD=${storage}`, ''].join('\n'),
);
const sandbox = once('sandbox', 'client-secret', random);
once('app', 'sandbox-client-secret', () => sandbox);

console.log(isFirst ? `First sign-in: admin, password ${admin}` : 'The secrets are there.');
