// What each process may do at Redis, the object storage and MongoDB; rabbitmq-users.mjs has RabbitMQ. Every
// process has a user of its own name; its passwords come from the server's own one, so that they need no
// place of their own.
import { createHmac } from 'node:crypto';

/** Every process with credentials of its own; callers before the called. */
export const processes = /** @type {const} */ ([
  'gateway',
  'catalog',
  'catalog-worker',
  'billing',
  'media',
  'media-worker',
  'ops',
  'ops-worker',
]);
/** @typedef {(typeof processes)[number]} ProcessName */

/** Namespace of the product that the browser tests start beside other tests, on the same servers. */
export const TEST_NAMESPACE = 'browser-tests';

/**
 * The password of `user` at a server.
 * @param {string} secret the server's
 * @param {string} user
 */
export const passwordOf = (secret, user) => createHmac('sha256', secret).update(user).digest('hex');

/** The administrator of the object storage, for `accessKeyOf`. */
export const STORAGE_ADMINISTRATOR = 'administrator';

/**
 * The access key of `user` at the object storage. It is random, because there were ways into S3 servers for which a known
 * access key was enough.
 * @param {string} seed made once for each installation, and kept when passwords change
 * @param {string} user
 */
export const accessKeyOf = (seed, user) =>
  passwordOf(seed, `access key of ${user}`).slice(0, 20).toUpperCase();

/** Prefixes of keys in Redis: what a process writes, and what it only reads. `queues` are those of BullMQ. */
const keys = /** @type {Partial<Record<ProcessName, { write: string[], read?: string[] }>>} */ ({
  gateway: { write: ['rate:', 'quota:'], read: ['session:', 'pass:'] },
  'catalog-worker': { write: ['catalog:'] },
  billing: {
    write: [
      ...['session:', 'session-family:', 'session-tokens:', 'account-sessions:', 'refresh:'],
      ...['pass:', 'pass-ticket:', 'tries:', 'challenge:', 'billing:'],
    ],
  },
  media: { write: ['media:'] },
  'media-worker': { write: ['media:'] },
  ops: { write: ['ops:'], read: ['billing:', 'catalog:', 'media:'] },
  'ops-worker': { write: ['ops:'] },
});

/** The file of settings of Redis in containers. */
export const redisSettings = [
  'dir /data',
  'appendonly yes',
  'save ""',
  'maxmemory-policy noeviction',
  '',
].join('\n');

/**
 * The users of Redis, as an ACL file. No process may see or change the server's settings, other users, or
 * scripts of others.
 * @param {{ secret: string, namespaces?: string[] }} options `secret` is the password of the user `default`;
 *   each namespace (REDIS_PREFIX, without its colon) has keys of its own
 */
export const redisUsers = ({ secret, namespaces = [''] }) => {
  const prefixes = namespaces.map((name) => (name === '' ? '' : `${name}:`));
  // Names of keys tell addresses and hashes of tokens.
  const names = '-scan -randomkey';
  const commands = `+@all -@admin -@dangerous +info -function -script|flush -script|kill ${names}`;
  const users = Object.entries(keys).map(([name, { write, read = [] }]) => {
    const patterns = prefixes.flatMap((prefix) => [
      ...write.map((key) => `~${prefix}${key}*`),
      ...read.map((key) => `%R~${prefix}${key}*`),
    ]);
    return `user ${name} on >${passwordOf(secret, name)} ${patterns.join(' ')} ${commands}`;
  });
  return [`user default on >${secret} ~* &* +@all`, ...users, ''].join('\n');
};

/** Processes with a user in Redis. */
export const redisProcesses = /** @type {ProcessName[]} */ (Object.keys(keys));

/** What the object storage may be asked for: the bucket as such, and everything with its objects. */
const bucketActions = ['s3:CreateBucket', 's3:GetBucketLocation', 's3:ListBucket'];
const objectActions = ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'];

/**
 * Rights of a process: the bucket by its default name, and actions by prefix of keys (`''`: all).
 * @type {Partial<Record<ProcessName, { bucket: string, objects: Record<string, string[]> }>>}
 */
const storage = {
  catalog: { bucket: 'catalog', objects: { '': objectActions } },
  'catalog-worker': { bucket: 'catalog', objects: { '': objectActions } },
  billing: { bucket: 'billing', objects: { 'journal/': objectActions } },
  // Signs addresses of images and of uploads; the worker alone changes and deletes images.
  media: { bucket: 'images', objects: { 'images/': ['s3:GetObject'], 'staging/': objectActions } },
  'media-worker': { bucket: 'images', objects: { '': objectActions } },
  // Signs addresses of assets.
  ops: { bucket: 'releases', objects: { '': ['s3:GetObject'] } },
  'ops-worker': { bucket: 'releases', objects: { '': objectActions } },
};

/** The default names of all buckets. */
export const storageBuckets = [...new Set(Object.values(storage).map(({ bucket }) => bucket))];

/** The user that copies everything: it reads all, and writes only its journal and what its drill restores. */
export const BACKUP_USER = 'backup';

/** The bucket of a process, and the variable with its name. @param {string} process */
export const bucketOf = (process) => {
  const bucket = storage[/** @type {ProcessName} */ (process)]?.bucket ?? '';
  return { bucket, variable: bucketVariables[bucket] ?? '' };
};

/** Processes with a user in the object storage. */
export const storageProcesses = /** @type {ProcessName[]} */ (Object.keys(storage));

/** @type {Record<string, string>} */
const bucketVariables = {
  billing: 'BILLING_BUCKET',
  catalog: 'CATALOG_BUCKET',
  images: 'S3_BUCKET',
  releases: 'RELEASES_BUCKET',
};

/**
 * The name of a bucket, which the operator may have changed.
 * @param {Record<string, string | undefined>} env
 * @param {string} bucket its default name
 */
export const bucketName = (env, bucket) => env[bucketVariables[bucket] ?? ''] || bucket;

/**
 * The policy of each process with a user in the object storage, in the language of S3.
 * @param {(bucket: string) => string[]} bucketNames the buckets in the place of a default name
 */
export const storagePolicies = (bucketNames) => {
  const arnsOf = (/** @type {string} */ bucket) =>
    bucketNames(bucket).map((name) => `arn:aws:s3:::${name}`);
  const policies = Object.entries(storage).map(([user, { bucket, objects }]) => {
    const arns = arnsOf(bucket);
    const allowed = Object.entries(objects).map(([prefix, Action]) => ({
      Effect: 'Allow',
      Action,
      Resource: arns.map((arn) => `${arn}/${prefix}*`),
    }));
    const Statement = [{ Effect: 'Allow', Action: bucketActions, Resource: arns }, ...allowed];
    return { user, policy: { Version: '2012-10-17', Statement } };
  });
  const all = storageBuckets.flatMap(arnsOf);
  const Statement = [
    { Effect: 'Allow', Action: ['s3:GetBucketLocation', 's3:ListBucket'], Resource: all },
    { Effect: 'Allow', Action: ['s3:GetObject'], Resource: all.map((arn) => `${arn}/*`) },
  ];
  return [...policies, { user: BACKUP_USER, policy: { Version: '2012-10-17', Statement } }];
};

/** The database of each process that has one. */
export const databases = {
  catalog: 'catalog',
  'catalog-worker': 'catalog',
  billing: 'billing',
  media: 'media',
  'media-worker': 'media',
  ops: 'ops',
  'ops-worker': 'ops',
};

/**
 * The keys of an installation's Secret that hold what the processes and backups need of the servers. Each function gets a user.
 * @param {{
 *   rabbitmqUrl: (user: string) => string,
 *   redisUrl: (user: string) => string,
 *   mongodbUri: (user: string) => string,
 *   storageAccount: (user: string) => { accessKey: string, secretKey: string },
 * }} servers
 * @returns {Record<string, string>}
 */
export const serverSecrets = ({ rabbitmqUrl, redisUrl, mongodbUri, storageAccount }) => {
  /** @param {string} user */
  const storageKeys = (user) => {
    const { accessKey, secretKey } = storageAccount(user);
    return { [`${user}.s3-access-key`]: accessKey, [`${user}.s3-secret-key`]: secretKey };
  };
  const own = processes.map((name) => ({
    [`${name}.rabbitmq-url`]: rabbitmqUrl(name),
    ...(redisProcesses.includes(name) && { [`${name}.redis-url`]: redisUrl(name) }),
    ...(name in databases && { [`${name}.mongodb-uri`]: mongodbUri(name) }),
    ...(storageProcesses.includes(name) && storageKeys(name)),
  }));
  const backup = { [`${BACKUP_USER}.mongodb-uri`]: mongodbUri(BACKUP_USER) };
  return Object.assign({ ...backup, ...storageKeys(BACKUP_USER) }, ...own);
};

/** The database with the backup's journal, which ops shows. */
const JOURNAL_DATABASE = 'backups';

/** The roles of each user in MongoDB, all of them built-in ones. */
export const databaseRoles = () => {
  const readWrite = (/** @type {string} */ db) => ({ role: 'readWrite', db });
  const all = [...new Set(Object.values(databases))];
  const roles = Object.entries(databases).map(([user, db]) => ({ user, roles: [readWrite(db)] }));
  for (const { user, roles: own } of roles)
    if (user === 'ops') own.push({ role: 'read', db: JOURNAL_DATABASE });
  const scratch = all.map((name) => `drill-${name}`);
  const backup = [
    { role: 'readAnyDatabase', db: 'admin' },
    readWrite(JOURNAL_DATABASE),
    ...scratch.flatMap((db) => [readWrite(db), { role: 'dbAdmin', db }]),
  ];
  return [...roles, { user: BACKUP_USER, roles: backup }];
};
