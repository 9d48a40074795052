import { MIN_REMOVAL_DAYS } from '@ctdb/contracts';
import { z } from 'zod';

const isEndpoint = (value: string): boolean => {
  if (!URL.canParse(value)) return false;
  const { protocol, pathname, search, username } = new URL(value);
  return /^https?:$/.test(protocol) && pathname === '/' && search === '' && username === '';
};

/** Environment variables of an S3 connection. */
export const s3Env = {
  /** Any server that speaks S3; `http://` or `https://`, host and port, no path. */
  S3_ENDPOINT: z.string().refine(isEndpoint, { error: 'must be an http address without a path' }),
  S3_ACCESS_KEY: z.string().min(1).max(256),
  S3_SECRET_KEY: z.string().min(1).max(256),
  S3_REGION: z.string().min(1).max(64).default('us-east-1'),
};

/** The same, of a process that can work without storage. */
export const optionalS3Env = {
  S3_ENDPOINT: s3Env.S3_ENDPOINT.optional(),
  S3_ACCESS_KEY: z.string().max(256).default(''),
  S3_SECRET_KEY: z.string().max(256).default(''),
  S3_REGION: s3Env.S3_REGION,
};

/** How long backups hold what was deleted; see `toBackupsUntil` of the contracts. */
export const backupRetentionEnv = {
  /** Days for which backups of the databases are kept, with what was deleted since. */
  DATABASE_BACKUP_DAYS: z.coerce.number().int().min(0).max(3_650).default(14),
  /** Days until the data of a forgotten backup has left its repository. */
  BACKUP_REMOVAL_DAYS: z.coerce
    .number()
    .int()
    .min(MIN_REMOVAL_DAYS)
    .max(3_650)
    .default(MIN_REMOVAL_DAYS),
};

/** A variable that names a bucket. */
export const bucketEnv = (defaultName: string) =>
  z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/, {
      error: 'must be 3 to 63 small letters, digits or -',
    })
    .default(defaultName);

/** The settings of an `ObjectStore`. */
export const toStorageSettings = (env: z.output<z.ZodObject<typeof s3Env>>, bucket: string) => {
  const { protocol, hostname, port } = new URL(env.S3_ENDPOINT);
  const useSSL = protocol === 'https:';
  return {
    bucket,
    s3: {
      endPoint: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (useSSL ? 443 : 80) : Number(port),
      useSSL,
      accessKey: env.S3_ACCESS_KEY,
      secretKey: env.S3_SECRET_KEY,
      region: env.S3_REGION,
      // Works with every server and needs no DNS name per bucket.
      pathStyle: true,
    },
  };
};
/** Which bucket, on which server. */
export type StorageSettings = ReturnType<typeof toStorageSettings>;
