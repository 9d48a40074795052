// Creates the secrets of an installation once, as files. Existing files are never changed.
// Each folder is a volume, mounted only into the services that need its files.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = process.env.SECRETS_DIR ?? '/secrets';
const USER = 'ctdb';
const PASSWORD_LENGTH = 20;
const random = () => randomBytes(32).toString('hex');

/** Writes a file atomically. */
const writeAtomically = (file, text) => {
  // The file of a killed start is read-only, also for root without capabilities.
  rmSync(`${file}.new`, { force: true });
  // Users of several images read it.
  writeFileSync(`${file}.new`, text, { mode: 0o444, flush: true });
  renameSync(`${file}.new`, file);
};

/** Returns the file's text; creates the file if it is missing. */
const createIfMissing = (name, make) => {
  const file = join(ROOT, name);
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) writeAtomically(file, make());
  return readFileSync(file, 'utf8').trim();
};

/** Text of a file with one setting per line. */
const lines = (...all) => `${all.join('\n')}\n`;

const { TEST_PAYMENTS = '' } = process.env;
if (!['', 'yes'].includes(TEST_PAYMENTS)) {
  console.error(`TEST_PAYMENTS is ${TEST_PAYMENTS}: it must be yes or empty.`);
  process.exit(1);
}

const mongo = createIfMissing('mongo/password', random);
createIfMissing(
  'database/mongodb-uri',
  () => `mongodb://${USER}:${mongo}@mongo:27017/?authSource=admin`,
);

// Two files hold the same password. After a killed start the first one counts.
const redis = createIfMissing('redis/password', random);
createIfMissing('redis/redis.conf', () =>
  lines(
    `requirepass ${redis}`,
    'dir /data',
    'appendonly yes',
    'save ""',
    'maxmemory-policy noeviction',
  ),
);
createIfMissing('app/redis-url', () => `redis://:${redis}@redis:6379`);

const rabbitmq = createIfMissing('rabbitmq/password', random);
createIfMissing('rabbitmq/20-ctdb.conf', () =>
  lines(
    `default_user = ${USER}`,
    `default_pass = ${rabbitmq}`,
    'loopback_users = none',
    'log.console = true',
    // Absolute, because RabbitMQ sees the machine's memory and not its container's limit.
    'vm_memory_high_watermark.absolute = 460MB',
    'disk_free_limit.absolute = 500MB',
  ),
);
createIfMissing('app/rabbitmq-url', () => `amqp://${USER}:${rabbitmq}@rabbitmq:5672`);

const minio = createIfMissing('minio/password', random);
createIfMissing('minio/config.env', () =>
  lines(`export MINIO_ROOT_USER=${USER}`, `export MINIO_ROOT_PASSWORD=${minio}`),
);
createIfMissing('storage/s3-access-key', () => USER);
createIfMissing('storage/s3-secret-key', () => minio);

createIfMissing('app/service-token-secret', random);
createIfMissing('app/audit-hash-key', random);
const sandbox = createIfMissing('sandbox/client-secret', random);
createIfMissing('billing/test-payments-secret', () => sandbox);

const username = process.env.ADMIN_USERNAME || 'admin';
const given = process.env.ADMIN_PASSWORD;
const length = Math.max(PASSWORD_LENGTH, Number(process.env.PASSWORD_MIN_LENGTH) || 0);
const isFirst = !existsSync(join(ROOT, 'billing/admin-password'));
const password = createIfMissing(
  'billing/admin-password',
  () => given || randomBytes(length).toString('base64url').slice(0, length),
);
// Billing reads it while there is no administrator, so it can be corrected until then.
const file = join(ROOT, 'billing/admin-password');
if (given && given !== password) writeAtomically(file, given);
// A generated one must be changed at the first sign-in.
const wasGenerated = createIfMissing('billing/admin-password-generated', () =>
  String(isFirst && !given),
);
if (given && wasGenerated === 'true')
  writeAtomically(join(ROOT, 'billing/admin-password-generated'), 'false');
// The only secret that is printed, and only if it was generated.
if (given) console.log(`First sign-in: ${username}, with the password in ADMIN_PASSWORD`);
else if (isFirst) console.log(`First sign-in: ${username}, password ${password}`);
else
  console.log(
    'Secrets already exist. Password of the first sign-in, until then: docker compose exec billing cat /run/secrets/billing/admin-password',
  );
