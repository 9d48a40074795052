// Prints users and rights for servers of the operator: `rabbitmq`, `redis` or `storage` to import; `mongodb` as
// arguments of createUser or updateUser. SECRET is the password of the server's administrator; those of the users come from
// it, and are printed by `passwords`. `secret` prints the Secret `colour-therapy-secrets` for these users.
import { randomBytes } from 'node:crypto';
import { rabbitmqDefinitions } from './rabbitmq-users.mjs';
import { newPrivateKey, publicKeysOf } from './token-keys.mjs';
import {
  accessKeyOf,
  BACKUP_USER,
  databaseRoles,
  passwordOf,
  processes,
  redisUsers,
  serverSecrets,
  STORAGE_ADMINISTRATOR,
  storagePolicies,
  storageProcesses,
} from './users.mjs';

const { env } = process;
const { SECRET: secret = '', ADMINISTRATOR: administrator = 'ctdb' } = env;

/** @param {string} problem */
const fail = (problem) => {
  console.error(problem);
  process.exit(1);
};

/** The address in a variable, with a user and his password. @param {string} variable @param {string} user @param {string} [password] */
const withUser = (variable, user, password = passwordOf(secret, user)) =>
  (env[variable] ?? '').replace('://', `://${user}:${encodeURIComponent(password)}@`);

/** The account of a user at the object storage: the operator's, or one that comes from SECRET. @param {string} user */
const storageAccount = (user) => ({
  accessKey: env.S3_ACCESS_KEY || accessKeyOf(secret, user),
  secretKey: env.S3_SECRET_KEY || passwordOf(secret, user),
});

/** Host and port for KEDA. */
const redisAddress = () => {
  const url = env.REDIS_URL ?? '';
  if (env.REDIS_ADDRESS) return env.REDIS_ADDRESS;
  if (/^rediss?:/.test(url)) return `${new URL(url).hostname}:${new URL(url).port || '6379'}`;
  return fail(
    'REDIS_ADDRESS must be set: host:port of the master, because REDIS_URL names Sentinels.',
  );
};

/** The Secret of the overlays production and ha. What does not come from SECRET is new each time. */
const makeSecret = () => {
  const missing = ['MONGODB_URI', 'REDIS_URL', 'RABBITMQ_URL'].filter((name) => !env[name]);
  if (missing.length > 0) fail(`${missing.join(', ')} must be set: addresses without a user.`);
  const tokenKey = newPrivateKey();
  const storage = storageAccount(STORAGE_ADMINISTRATOR);
  const random = () => randomBytes(32).toString('hex');
  const stringData = {
    ...serverSecrets({
      rabbitmqUrl: (name) => withUser('RABBITMQ_URL', name),
      redisUrl: (name) => withUser('REDIS_URL', name),
      mongodbUri: (name) => withUser('MONGODB_URI', name),
      storageAccount,
    }),
    'mongodb-uri': env.RESTORE_MONGODB_URI || withUser('MONGODB_URI', administrator, secret),
    'backup.restore-s3-access-key': storage.accessKey,
    'backup.restore-s3-secret-key': storage.secretKey,
    'backup.password': random(),
    'redis-address': redisAddress(),
    'redis-password': secret,
    'service-token-private-key': tokenKey,
    'service-token-public-keys': publicKeysOf(tokenKey),
    'audit-hash-key': random(),
    'admin-password': randomBytes(15).toString('base64url'),
  };
  const metadata = { name: 'colour-therapy-secrets' };
  return JSON.stringify({ apiVersion: 'v1', kind: 'Secret', metadata, stringData }, undefined, 2);
};

/** @param {string} name */
const accessKeyLine = (name) => `${name} at the object storage: ${accessKeyOf(secret, name)}`;

const texts = {
  mongodb: () =>
    databaseRoles()
      .map(({ user, roles }) => JSON.stringify({ user, pwd: passwordOf(secret, user), roles }))
      .join('\n'),
  rabbitmq: () => rabbitmqDefinitions({ administrator, secret }),
  redis: () => redisUsers({ secret }),
  storage: () => JSON.stringify(storagePolicies(env), undefined, 2),
  passwords: () =>
    [...processes, BACKUP_USER].map((name) => `${name}: ${passwordOf(secret, name)}`).join('\n'),
  'access-keys': () => [...storageProcesses, BACKUP_USER].map(accessKeyLine).join('\n'),
  secret: makeSecret,
};
const make = texts[/** @type {keyof typeof texts} */ (process.argv[2] ?? '')];
if (make === undefined || secret === '')
  fail(`Usage: SECRET=… node infra/local/access/print.mjs ${Object.keys(texts).join('|')}`);
else console.log(make());
