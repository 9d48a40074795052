// The secrets of an installation that has servers of its own, as compose and the overlay local have them.
import { randomBytes } from 'node:crypto';
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

const USER = 'ctdb';

/** A new secret. */
export const random = () => randomBytes(32).toString('hex');

/** Text of a file with one setting per line. @param {string[]} all */
const lines = (...all) => `${all.join('\n')}\n`;

/**
 * Makes the secrets, by their keys in the Secret of a cluster. What exists is left alone, so that a later version adds
 * what it needs besides; what comes from other secrets is written anew.
 * @param {{
 *   keep: (name: string, make: () => string) => string,
 *   derive: (name: string, text: string) => void,
 *   mongodbHost: string,
 *   rabbitmqSettings: string[],
 *   storageAccount?: { accessKey: string, secretKey: string } | undefined,
 * }} installation `keep` returns a value as it is stored, or stores a new one; `derive` stores a value that comes from
 *   others; `storageAccount` is the account of the operator at another S3 server, which is that of all processes
 */
export const makeSecrets = (installation) => {
  const { keep, derive, mongodbHost, rabbitmqSettings, storageAccount } = installation;
  const mongodb = keep('mongodb-password', random);
  /** @param {string} name @param {string} secret */
  const mongodbUri = (name, secret) =>
    `mongodb://${name}:${secret}@${mongodbHost}:27017/?authSource=admin`;

  const redis = keep('redis-password', random);
  derive('redis.conf', redisSettings);
  derive('redis-users.acl', redisUsers({ secret: redis }));

  const rabbitmq = keep('rabbitmq-password', random);
  const definitions = rabbitmqDefinitions({ administrator: USER, secret: rabbitmq });
  derive('rabbitmq-definitions.json', definitions);
  derive('rabbitmq.conf', lines(...rabbitmqSettings));

  const storage = keep('minio-password', random);
  const accessKeys = keep('minio-access-keys', random);
  const administrator = accessKeyOf(accessKeys, STORAGE_ADMINISTRATOR);
  derive(
    'minio.env',
    lines(`export MINIO_ROOT_USER=${administrator}`, `export MINIO_ROOT_PASSWORD=${storage}`),
  );

  // The administrators' users, for a restore.
  const restore = storageAccount ?? { accessKey: administrator, secretKey: storage };
  derive('mongodb-uri', mongodbUri(USER, mongodb));
  derive('backup.restore-s3-access-key', restore.accessKey);
  derive('backup.restore-s3-secret-key', restore.secretKey);

  const ofServers = serverSecrets({
    rabbitmqUrl: (name) => `amqp://${name}:${passwordOf(rabbitmq, name)}@rabbitmq:5672`,
    redisUrl: (name) => `redis://${name}:${passwordOf(redis, name)}@redis:6379`,
    mongodbUri: (name) => mongodbUri(name, passwordOf(mongodb, name)),
    storageAccount: (name) =>
      storageAccount ?? {
        accessKey: accessKeyOf(accessKeys, name),
        secretKey: passwordOf(storage, name),
      },
  });
  for (const [name, text] of Object.entries(ofServers)) derive(name, text);

  const tokenKey = keep('service-token-private-key', newPrivateKey);
  keep('service-token-public-keys', () => publicKeysOf(tokenKey));
  keep('audit-hash-key', random);
};
