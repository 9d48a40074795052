// Creates the secrets of an installation once, as files. What comes from them (addresses, users of servers) is
// written anew where it has changed. Each folder is a volume, mounted only into the services that need its files.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newPrivateKey, publicKeysOf } from './token-keys.mjs';
import { rabbitmqDefinitions } from './rabbitmq-users.mjs';
import {
  accessKeyOf,
  passwordOf,
  redisSettings,
  redisUsers,
  serverSecrets,
  STORAGE_ADMINISTRATOR,
} from './users.mjs';

const ROOT = process.env.SECRETS_DIR ?? '/secrets';
const USER = 'ctdb';
const PASSWORD_LENGTH = 20;
const random = () => randomBytes(32).toString('hex');

/** Writes a file atomically. @param {string} file @param {string} text */
const writeAtomically = (file, text) => {
  // The file of a killed start is read-only, also for root without capabilities.
  rmSync(`${file}.new`, { force: true });
  // Users of several images read it.
  writeFileSync(`${file}.new`, text, { mode: 0o444, flush: true });
  renameSync(`${file}.new`, file);
};

/** Returns the file's text; creates the file if it is missing. @param {string} name @param {() => string} make */
const createIfMissing = (name, make) => {
  const file = join(ROOT, name);
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) writeAtomically(file, make());
  return readFileSync(file, 'utf8').trim();
};

/** Text of a file with one setting per line. @param {string[]} all */
const lines = (...all) => `${all.join('\n')}\n`;

const { TEST_PAYMENTS = '' } = process.env;
if (!['', 'yes'].includes(TEST_PAYMENTS)) {
  console.error(`TEST_PAYMENTS is ${TEST_PAYMENTS}: it must be yes or empty.`);
  process.exit(1);
}

/** Writes a file that comes from other secrets, and changes with the version. @param {string} name @param {string} text */
const derive = (name, text) => {
  const file = join(ROOT, name);
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeAtomically(file, text);
};

const mongo = createIfMissing('mongo/password', random);

const redis = createIfMissing('redis/password', random);
derive('redis/redis.conf', redisSettings);
derive('redis/users.acl', redisUsers({ secret: redis }));

const rabbitmq = createIfMissing('rabbitmq/password', random);
derive(
  'rabbitmq/20-ctdb.conf',
  lines(
    'load_definitions = /etc/rabbitmq/conf.d/definitions.json',
    'loopback_users = none',
    'log.console = true',
    // Absolute, because RabbitMQ sees the machine's memory and not its container's limit.
    'vm_memory_high_watermark.absolute = 460MB',
    'disk_free_limit.absolute = 500MB',
  ),
);
derive('rabbitmq/definitions.json', rabbitmqDefinitions({ administrator: USER, secret: rabbitmq }));

const minio = createIfMissing('minio/password', random);
// The account of the operator at another S3 server is that of all processes.
const { S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, WITH_MINIO } = process.env;
if (WITH_MINIO === (S3_ENDPOINT ? 'yes' : 'no')) {
  console.error(
    'Another S3 server needs S3_ENDPOINT and COMPOSE_FILE=docker-compose.yml:infra/docker/compose.s3.yml: set both lines of .env, or none.',
  );
  process.exit(1);
}
if (S3_ENDPOINT && !(S3_ACCESS_KEY && S3_SECRET_KEY)) {
  console.error('S3_ENDPOINT is set: S3_ACCESS_KEY and S3_SECRET_KEY must be set, too.');
  process.exit(1);
}
const accessKeys = createIfMissing('minio/access-keys', random);
const storageAdministrator = accessKeyOf(accessKeys, STORAGE_ADMINISTRATOR);
derive(
  'minio/server.env',
  lines(`export MINIO_ROOT_USER=${storageAdministrator}`, `export MINIO_ROOT_PASSWORD=${minio}`),
);

/** @param {string} name @param {string} password */
const mongodbUri = (name, password) =>
  `mongodb://${name}:${password}@mongo:27017/?authSource=admin`;
/** @param {string} accessKey @param {string} secretKey */
const storageAccount = (accessKey, secretKey) => ({
  accessKey: (S3_ENDPOINT && S3_ACCESS_KEY) || accessKey,
  secretKey: (S3_ENDPOINT && S3_SECRET_KEY) || secretKey,
});

// Each process, and backups, have a folder of their own, with what they need of each server.
const ofServers = serverSecrets({
  rabbitmqUrl: (name) => `amqp://${name}:${passwordOf(rabbitmq, name)}@rabbitmq:5672`,
  redisUrl: (name) => `redis://${name}:${passwordOf(redis, name)}@redis:6379`,
  mongodbUri: (name) => mongodbUri(name, passwordOf(mongo, name)),
  storageAccount: (name) => storageAccount(accessKeyOf(accessKeys, name), passwordOf(minio, name)),
});
for (const [name, text] of Object.entries(ofServers)) derive(name.replace('.', '/'), text);
// A restore uses the administrators' users.
derive('restore/mongodb-uri', mongodbUri(USER, mongo));
const administrator = storageAccount(storageAdministrator, minio);
derive('restore/s3-access-key', administrator.accessKey);
derive('restore/s3-secret-key', administrator.secretKey);
// Former versions kept them where backups read them, too.
for (const name of ['mongodb-uri', 's3-access-key', 's3-secret-key'])
  rmSync(join(ROOT, `backup/restore-${name}`), { force: true });
// A given one opens a repository of before. It replaces none: that would close the repository written with it.
createIfMissing('backup/password', () => process.env.BACKUP_PASSWORD || random());

const tokenKey = createIfMissing('gateway/service-token-private-key', newPrivateKey);
createIfMissing('app/service-token-public-keys', () => publicKeysOf(tokenKey));
createIfMissing('gateway/audit-hash-key', random);
const sandbox = createIfMissing('sandbox/client-secret', random);
createIfMissing('billing/test-payments-secret', () => sandbox);

const username = process.env.ADMIN_USERNAME || 'admin';
const given = process.env.ADMIN_PASSWORD;
const length = Math.max(PASSWORD_LENGTH, Number(process.env.PASSWORD_MIN_LENGTH) || 0);
const isFirst = !existsSync(join(ROOT, 'billing/admin-password'));
// A generated one must be changed at the first sign-in. Written first: a killed start leaves no password without it.
const wasGenerated = createIfMissing('billing/admin-password-generated', () =>
  String(isFirst && !given),
);
const password = createIfMissing(
  'billing/admin-password',
  () => given || randomBytes(length).toString('base64url').slice(0, length),
);
// Billing reads it while there is no administrator, so it can be corrected until then.
const file = join(ROOT, 'billing/admin-password');
if (given && given !== password) writeAtomically(file, given);
if (given && wasGenerated === 'true')
  writeAtomically(join(ROOT, 'billing/admin-password-generated'), 'false');
// What backups hold: secrets to which stored data refers. New servers get new passwords, and gateways new keys.
for (const name of [
  ...['gateway/audit-hash-key', 'billing/admin-password', 'billing/admin-password-generated'],
  ...['sandbox/client-secret', 'billing/test-payments-secret'],
])
  derive(`backup/copied/${name}`, readFileSync(join(ROOT, name), 'utf8'));
// The only secret that is printed, and only if it was generated.
if (given) console.log(`First sign-in: ${username}, with the password in ADMIN_PASSWORD`);
else if (isFirst) console.log(`First sign-in: ${username}, password ${password}`);
else
  console.log(
    'Secrets already exist. Password of the first sign-in, until then: docker compose exec billing cat /run/secrets/own/admin-password',
  );
