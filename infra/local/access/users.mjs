// Users of processes at the servers, and what they may do; rabbitmq-users.mjs has RabbitMQ. Every process has a user of
// its own name; its passwords come from the server's own one, so that they need no place of their own.
import { createHmac } from 'node:crypto';
import rights from './rights.json' with { type: 'json' };

/** @typedef {keyof typeof rights} ProcessName */

/**
 * What a process may do. At RabbitMQ `answers`: consumes the calls of this service; `calls`: queues of calls to which it
 * sends; `publishes`: the service of its events; `listens`: consumes the events of this service; `tends`: dead letters and
 * heartbeats. `redis`: prefixes of keys that it writes, and that it only reads; those with names of services are of
 * BullMQ. `database`: which it reads and writes. `storage`: a bucket by its default name, and actions by prefix of keys
 * (`''`: all); media signs addresses of images and uploads, and its worker alone changes images.
 * @typedef {object} Rights
 * @property {string} [answers]
 * @property {Record<string, string[]>} [calls]
 * @property {string} [publishes]
 * @property {string} [listens]
 * @property {boolean} [tends]
 * @property {{ write: string[], read?: string[] }} [redis]
 * @property {string} [database]
 * @property {{ bucket: string, objects: Record<string, string[]> }} [storage]
 */

/** Rights of every process with credentials of its own; callers before the called. @type {[ProcessName, Rights][]} */
export const rightsOfProcesses = /** @type {any} */ (Object.entries(rights));

export const processes = rightsOfProcesses.map(([name]) => name);

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
 * @param {{ secret: string }} options `secret` is the password of the user `default`
 */
export const redisUsers = ({ secret }) => {
  // Names of keys tell addresses and hashes of tokens.
  const names = '-scan -randomkey';
  const commands = `+@all -@admin -@dangerous +info -function -script|flush -script|kill ${names}`;
  const users = rightsOfProcesses.flatMap(([name, { redis }]) => {
    if (redis === undefined) return [];
    const { write, read = [] } = redis;
    const patterns = [...write.map((key) => `~${key}*`), ...read.map((key) => `%R~${key}*`)];
    return `user ${name} on >${passwordOf(secret, name)} ${patterns.join(' ')} ${commands}`;
  });
  return [`user default on >${secret} ~* &* +@all`, ...users, ''].join('\n');
};

/** Processes with a right. @param {keyof Rights} right */
const processesWith = (right) =>
  rightsOfProcesses.flatMap(([name, own]) => (own[right] === undefined ? [] : [name]));

/** Processes with a user in Redis. */
export const redisProcesses = processesWith('redis');

/** What a process may ask a bucket for as such. */
const bucketActions = ['s3:CreateBucket', 's3:GetBucketLocation', 's3:ListBucket'];

/** The default names of all buckets. */
export const storageBuckets = [
  ...new Set(rightsOfProcesses.flatMap(([, { storage }]) => storage?.bucket ?? [])),
];

/** The user that copies everything: it reads all, and writes only its journal and what its drill restores. */
export const BACKUP_USER = 'backup';

/** The bucket of a process, and the variable with its name. @param {string} process */
export const bucketOf = (process) => {
  const bucket = rightsOfProcesses.find(([name]) => name === process)?.[1].storage?.bucket ?? '';
  return { bucket, variable: bucketVariables[bucket] ?? '' };
};

/** Processes with a user in the object storage. */
export const storageProcesses = processesWith('storage');

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
 * @param {Record<string, string | undefined>} env see `bucketName`
 */
export const storagePolicies = (env) => {
  const arnOf = (/** @type {string} */ bucket) => `arn:aws:s3:::${bucketName(env, bucket)}`;
  const policies = rightsOfProcesses.flatMap(([user, { storage }]) => {
    if (storage === undefined) return [];
    const arn = arnOf(storage.bucket);
    const allowed = Object.entries(storage.objects).map(([prefix, Action]) => ({
      Effect: 'Allow',
      Action,
      Resource: [`${arn}/${prefix}*`],
    }));
    const Statement = [{ Effect: 'Allow', Action: bucketActions, Resource: [arn] }, ...allowed];
    return { user, policy: { Version: '2012-10-17', Statement } };
  });
  const all = storageBuckets.map(arnOf);
  const Statement = [
    { Effect: 'Allow', Action: ['s3:GetBucketLocation', 's3:ListBucket'], Resource: all },
    { Effect: 'Allow', Action: ['s3:GetObject'], Resource: all.map((arn) => `${arn}/*`) },
  ];
  return [...policies, { user: BACKUP_USER, policy: { Version: '2012-10-17', Statement } }];
};

/** The database of each process that has one. @type {Record<string, string>} */
export const databases = Object.fromEntries(
  rightsOfProcesses.flatMap(([name, { database }]) => (database ? [[name, database]] : [])),
);

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
