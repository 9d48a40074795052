// Makes the secrets of an installation once, as files in volumes: what exists is never changed.
// Who needs what decides in which folder it is; each is a volume, mounted only there.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = process.env.SECRETS_DIR ?? '/secrets';
const USER = 'ctdb';
const PASSWORD_LENGTH = 20;
const random = () => randomBytes(32).toString('hex');

/** Writes a file, beside it first, so that it is never half there. */
const store = (file, text) => {
  // What a killed start has left may not be written to, not even by root without capabilities.
  rmSync(`${file}.new`, { force: true });
  // Read by the users of several images.
  writeFileSync(`${file}.new`, text, { mode: 0o444, flush: true });
  renameSync(`${file}.new`, file);
};

/** The file's text; made by `make` where there is none. */
const once = (name, make) => {
  const file = join(ROOT, name);
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) store(file, make());
  return readFileSync(file, 'utf8').trim();
};

/** A file of settings, a line each. */
const lines = (...all) => `${all.join('\n')}\n`;

const { TEST_PAYMENTS = '' } = process.env;
if (!['', 'yes'].includes(TEST_PAYMENTS)) {
  console.error(`TEST_PAYMENTS is ${TEST_PAYMENTS}: it may be yes, or nothing.`);
  process.exit(1);
}

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
    // Not a share of the machine's: that is what it would see, and not what its container may take.
    'vm_memory_high_watermark.absolute = 460MB',
    'disk_free_limit.absolute = 500MB',
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
// It is read as long as there is no administrator, so it may be corrected until then.
const file = join(ROOT, 'billing/admin-password');
if (given && given !== password) store(file, given);
// The only secret that is ever printed, and only when it was made up.
if (given) console.log(`First sign-in: ${username}, with the password in ADMIN_PASSWORD`);
else if (isFirst) console.log(`First sign-in: ${username}, password ${password}`);
else
  console.log('The secrets are there; the first password is in /run/secrets/billing of billing.');
