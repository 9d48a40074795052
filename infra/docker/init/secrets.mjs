// Makes the secrets of an installation once, as files in volumes: what exists is never changed.
// Who needs what decides in which folder it is; each is a volume, mounted only there.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = process.env.SECRETS_DIR ?? '/secrets';
const USER = 'ctdb';
const PASSWORD_LENGTH = 20;
const random = () => randomBytes(32).toString('hex');

/** The file's text; made by `make` where there is none. Written beside it first, so never half. */
const once = (name, make) => {
  const file = join(ROOT, name);
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) {
    // Read by the users of several images.
    writeFileSync(`${file}.new`, make(), { mode: 0o444 });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, 'utf8').trim();
};

/** A file of settings, a line each. */
const lines = (...all) => `${all.join('\n')}\n`;

const mongo = once('mongo/password', random);
once('database/mongodb-uri', () => `mongodb://${USER}:${mongo}@mongo:27017/?authSource=admin`);

// The same words are in two places: what a killed start has left counts.
const redis = once('redis/password', random);
once('redis/redis.conf', () =>
  lines(
    `requirepass ${redis}`,
    'dir /data',
    'appendonly yes',
    'save ""',
    'maxmemory-policy noeviction',
  ),
);
once('app/redis-url', () => `redis://:${redis}@redis:6379`);

const rabbitmq = once('rabbitmq/password', random);
once('rabbitmq/20-ctdb.conf', () =>
  lines(
    `default_user = ${USER}`,
    `default_pass = ${rabbitmq}`,
    'loopback_users = none',
    'log.console = true',
  ),
);
once('app/rabbitmq-url', () => `amqp://${USER}:${rabbitmq}@rabbitmq:5672`);

const minio = once('minio/password', random);
once('minio/config.env', () =>
  lines(`export MINIO_ROOT_USER=${USER}`, `export MINIO_ROOT_PASSWORD=${minio}`),
);
once('storage/s3-access-key', () => USER);
once('storage/s3-secret-key', () => minio);

once('app/service-token-secret', random);
const sandbox = once('sandbox/client-secret', random);
once('billing/test-payments-secret', () => sandbox);

const username = process.env.ADMIN_USERNAME || 'admin';
const given = process.env.ADMIN_PASSWORD;
const length = Math.max(PASSWORD_LENGTH, Number(process.env.PASSWORD_MIN_LENGTH) || 0);
const isFirst = !existsSync(join(ROOT, 'billing/admin-password'));
const password = once(
  'billing/admin-password',
  () => given || randomBytes(length).toString('base64url').slice(0, length),
);
// The only secret that is ever printed, and only when it was made up.
if (!isFirst) console.log('The secrets are there.');
else if (given) console.log(`First sign-in: ${username}, with the password in ADMIN_PASSWORD`);
else console.log(`First sign-in: ${username}, password ${password}`);
