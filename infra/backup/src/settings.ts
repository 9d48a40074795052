import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
// oxlint-disable-next-line ctdb/borders -- its image has this file of the project alone
import { bucketName, databases, storageBuckets } from '../../local/access/users.mjs';
// oxlint-disable-next-line ctdb/borders -- its image has this file of the project alone
import { networkList } from '../../../services/ops/src/dns/networks.ts';

/** All that is needed to read what is in the repository. */
const repositoryEnv = z.object({
  /** As restic writes it: a folder, `s3:https://host/bucket`, `sftp:user@host:/folder`. */
  BACKUP_REPOSITORY: z.string().default('/repository'),
  /** Without it nothing of the repository can be read. */
  BACKUP_PASSWORD: z.string(),
  BACKUP_S3_ACCESS_KEY: z.string().optional(),
  BACKUP_S3_SECRET_KEY: z.string().optional(),
  /** The private key for `sftp:`, and the line of the server in `known_hosts`. */
  BACKUP_SSH_KEY: z.string().optional(),
  BACKUP_SSH_KNOWN_HOST: z.string().optional(),
  /** Holds a copy of the objects, and during a run one of the databases. */
  BACKUP_WORK: z.string().default('/work'),
  /** How long copies are kept. The catalog remembers erased patients for as long, and until their data is removed. */
  DATABASE_BACKUP_DAYS: z.coerce.number().int().min(1).max(3_650).default(14),
  /** The server of the repository lets nothing be deleted: another machine forgets and prunes. */
  BACKUP_APPEND_ONLY: z.stringbool().default(false),
});

/** The environment of a run. */
export const backupEnv = repositoryEnv.extend({
  /** The user that reads all databases, and writes its own and those of the drill. */
  MONGODB_URI: z.string(),
  S3_ENDPOINT: z.url(),
  S3_REGION: z.string().default('us-east-1'),
  /** A user that reads all buckets. */
  S3_ACCESS_KEY: z.string(),
  S3_SECRET_KEY: z.string(),
  S3_BUCKET: z.string().optional(),
  RELEASES_BUCKET: z.string().optional(),
  CATALOG_BUCKET: z.string().optional(),
  BILLING_BUCKET: z.string().optional(),
  /** Users that may write everything; only a restore uses them. */
  RESTORE_MONGODB_URI: z.string().optional(),
  RESTORE_S3_ACCESS_KEY: z.string().optional(),
  RESTORE_S3_SECRET_KEY: z.string().optional(),
  /** The folder or file with the installation's secrets, and the folder with its settings. */
  BACKUP_SECRETS: z.string().optional(),
  BACKUP_SETTINGS: z.string().optional(),
  /** How many minutes of data may be lost at most. A run starts twice as often. */
  BACKUP_RPO_MINUTES: z.coerce.number().int().min(2).max(1_440).default(60),
  BACKUP_DRILL_DAYS: z.coerce.number().int().min(1).max(365).default(7),
  /** Called when a backup starts, succeeds and fails, so that a service elsewhere misses backups. Without it no call. */
  BACKUP_PING_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Networks that are not public and may be called. Without them a call needs https. */
  BACKUP_PING_NETWORKS: networkList.default([]),
});

/** Values of the variables; `NAME_FILE` is a file with the value of `NAME`. Empty and missing ones are absent. */
const readVariables = (schema: z.ZodObject, from: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => {
      const file = from[`${name}_FILE`];
      const value =
        from[name] || (file && existsSync(file) ? readFileSync(file, 'utf8').trim() : '');
      return value ? [[name, value]] : [];
    }),
  );

/** Reads where the repository is; throws if a value is missing or invalid. */
export const loadRepositorySettings = (from: NodeJS.ProcessEnv) => {
  const value = repositoryEnv.parse(readVariables(repositoryEnv, from));
  return {
    repository: {
      address: value.BACKUP_REPOSITORY,
      password: value.BACKUP_PASSWORD,
      accessKey: value.BACKUP_S3_ACCESS_KEY,
      secretKey: value.BACKUP_S3_SECRET_KEY,
      sshKey: value.BACKUP_SSH_KEY,
      sshKnownHost: value.BACKUP_SSH_KNOWN_HOST,
      keepDays: value.DATABASE_BACKUP_DAYS,
      appendOnly: value.BACKUP_APPEND_ONLY,
    },
    work: value.BACKUP_WORK,
  };
};

/** See {@link loadRepositorySettings}. */
export type RepositorySettings = ReturnType<typeof loadRepositorySettings>;

/** Reads the environment; throws if a value is missing or invalid. */
export const loadSettings = (from: NodeJS.ProcessEnv) => {
  const value = backupEnv.parse(readVariables(backupEnv, from));
  const { BACKUP_PING_URL: pingUrl, BACKUP_PING_NETWORKS: pingNetworks } = value;
  if (pingUrl?.startsWith('http:') && pingNetworks.length === 0)
    throw new Error('BACKUP_PING_URL must begin with https:, or be in BACKUP_PING_NETWORKS');
  return {
    ...loadRepositorySettings(from),
    mongodbUri: value.MONGODB_URI,
    storage: {
      endpoint: value.S3_ENDPOINT,
      region: value.S3_REGION,
      accessKey: value.S3_ACCESS_KEY,
      secretKey: value.S3_SECRET_KEY,
    },
    /** Undefined without the rights to restore. */
    restore:
      value.RESTORE_MONGODB_URI && value.RESTORE_S3_ACCESS_KEY && value.RESTORE_S3_SECRET_KEY
        ? {
            mongodbUri: value.RESTORE_MONGODB_URI,
            accessKey: value.RESTORE_S3_ACCESS_KEY,
            secretKey: value.RESTORE_S3_SECRET_KEY,
          }
        : undefined,
    secrets: value.BACKUP_SECRETS,
    settings: value.BACKUP_SETTINGS,
    rpoMinutes: value.BACKUP_RPO_MINUTES,
    drillDays: value.BACKUP_DRILL_DAYS,
    /** Undefined if nothing is called. */
    ping: pingUrl === undefined ? undefined : { url: pingUrl, networks: pingNetworks },
    /** The databases of all services: each that has a user. */
    databases: [...new Set(Object.values(databases))],
    auditDatabase: databases.ops,
    /** By their default names, which are those in a snapshot. */
    buckets: Object.fromEntries(storageBuckets.map((name) => [name, bucketName(from, name)])),
  };
};

/** See {@link loadSettings}. */
export type Settings = ReturnType<typeof loadSettings>;
