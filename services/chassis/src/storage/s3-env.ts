import { z } from 'zod';
import type { StorageSettings } from './object-store.js';

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

/** A variable that names a bucket. */
export const bucketEnv = (defaultName: string) =>
  z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/, {
      error: 'must be 3 to 63 small letters, digits or -',
    })
    .default(defaultName);

/** The settings of an `ObjectStore`. */
export const toStorageSettings = (
  env: z.output<z.ZodObject<typeof s3Env>>,
  bucket: string,
): StorageSettings => {
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
