// Makes the installation's secrets as files. Each folder is a volume, mounted only into the services that need its files.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeSecrets, random } from './installation.mjs';

const { env } = process;
const ROOT = env.SECRETS_DIR ?? '/secrets';
const PASSWORD_LENGTH = 20;

/** Files by the names of `makeSecrets`. Others are in a folder of the process: `billing.redis-url`. @type {Record<string, string>} */
const FILES = {
  'mongodb-password': 'mongo/password',
  'mongodb-uri': 'restore/mongodb-uri',
  'redis-password': 'redis/password',
  'redis.conf': 'redis/redis.conf',
  'redis-users.acl': 'redis/users.acl',
  'rabbitmq-password': 'rabbitmq/password',
  'rabbitmq.conf': 'rabbitmq/20-ctdb.conf',
  'rabbitmq-definitions.json': 'rabbitmq/definitions.json',
  'minio-password': 'minio/password',
  'minio-access-keys': 'minio/access-keys',
  'minio.env': 'minio/server.env',
  'backup.restore-s3-access-key': 'restore/s3-access-key',
  'backup.restore-s3-secret-key': 'restore/s3-secret-key',
  'service-token-private-key': 'gateway/service-token-private-key',
  'service-token-public-keys': 'app/service-token-public-keys',
  'audit-hash-key': 'gateway/audit-hash-key',
};
const toFile = (/** @type {string} */ name) => join(ROOT, FILES[name] ?? name.replace('.', '/'));

/** Writes a file atomically, unless it has this text. @param {string} name @param {string} text */
const derive = (name, text) => {
  const file = toFile(name);
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  // The file of a killed start is read-only, also for root without capabilities.
  rmSync(`${file}.new`, { force: true });
  // Users of several images read it.
  writeFileSync(`${file}.new`, text, { mode: 0o444, flush: true });
  renameSync(`${file}.new`, file);
};

/** Returns the file's text; creates the file if it is missing. @param {string} name @param {() => string} make */
const keep = (name, make) => {
  if (!existsSync(toFile(name))) derive(name, make());
  return readFileSync(toFile(name), 'utf8').trim();
};

/** @param {string} problem */
const fail = (problem) => {
  console.error(problem);
  process.exit(1);
};

const { TEST_PAYMENTS = '', S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, WITH_MINIO } = env;
if (!['', 'yes'].includes(TEST_PAYMENTS))
  fail(`TEST_PAYMENTS is ${TEST_PAYMENTS}: it must be yes or empty.`);
if (WITH_MINIO === (S3_ENDPOINT ? 'yes' : 'no'))
  fail(
    'Another S3 server needs S3_ENDPOINT and COMPOSE_FILE=docker-compose.yml:infra/docker/compose.s3.yml: set both lines of .env, or none.',
  );
if (S3_ENDPOINT && !(S3_ACCESS_KEY && S3_SECRET_KEY))
  fail('S3_ENDPOINT is set: S3_ACCESS_KEY and S3_SECRET_KEY must be set, too.');

makeSecrets({
  keep,
  derive,
  mongodbHost: 'mongo',
  rabbitmqSettings: [
    'load_definitions = /etc/rabbitmq/conf.d/definitions.json',
    'loopback_users = none',
    'log.console = true',
    // Absolute, because RabbitMQ sees the machine's memory and not its container's limit.
    'vm_memory_high_watermark.absolute = 460MB',
    'disk_free_limit.absolute = 500MB',
  ],
  storageAccount:
    S3_ENDPOINT && S3_ACCESS_KEY && S3_SECRET_KEY
      ? { accessKey: S3_ACCESS_KEY, secretKey: S3_SECRET_KEY }
      : undefined,
});
// Former versions kept them where backups read them, too.
for (const name of ['mongodb-uri', 's3-access-key', 's3-secret-key'])
  rmSync(join(ROOT, `backup/restore-${name}`), { force: true });
// A given one opens a repository of before. It replaces none: that would close the repository written with it.
keep('backup/password', () => env.BACKUP_PASSWORD || random());
const sandbox = keep('sandbox/client-secret', random);
keep('billing/test-payments-secret', () => sandbox);

const PASSWORD = 'billing/admin-password';
const GENERATED = 'billing/admin-password-generated';
const username = env.ADMIN_USERNAME || 'admin';
const given = env.ADMIN_PASSWORD;
const length = Math.max(PASSWORD_LENGTH, Number(env.PASSWORD_MIN_LENGTH) || 0);
const isFirst = !existsSync(toFile(PASSWORD));
// A generated one must be changed at the first sign-in. Written first: a killed start leaves no password without it.
keep(GENERATED, () => String(isFirst && !given));
const password = keep(
  PASSWORD,
  () => given || randomBytes(length).toString('base64url').slice(0, length),
);
// Billing reads it while there is no administrator, so it can be corrected until then.
if (given) {
  derive(PASSWORD, given);
  derive(GENERATED, 'false');
}
// What backups hold: secrets to which stored data refers. New servers get new passwords, and gateways new keys.
for (const name of [
  ...['gateway/audit-hash-key', PASSWORD, GENERATED],
  ...['sandbox/client-secret', 'billing/test-payments-secret'],
])
  derive(`backup/copied/${name}`, readFileSync(toFile(name), 'utf8'));
// The only secret that is printed, and only if it was generated.
if (given) console.log(`First sign-in: ${username}, with the password in ADMIN_PASSWORD`);
else if (isFirst) console.log(`First sign-in: ${username}, password ${password}`);
else
  console.log(
    'Secrets already exist. Password of the first sign-in, until then: docker compose exec billing cat /run/secrets/own/admin-password',
  );
