import { isAbsolute } from 'node:path';
import { chassisEnv, defineConfig, type Environment } from '@ctdb/chassis';
import { z } from 'zod';

/** Injection token of {@link MediaConfig}. */
export const MEDIA_CONFIG = Symbol('MEDIA_CONFIG');

const required = (longest: number) => z.string().min(1).max(longest);

const isEndpoint = (value: string): boolean => {
  if (!URL.canParse(value)) return false;
  const { protocol, pathname, search, username } = new URL(value);
  return /^https?:$/.test(protocol) && pathname === '/' && search === '' && username === '';
};

/** Five fields, as in crontab: minute, hour, day, month, day of the week; `off`: somebody else begins it. */
const cron = (usual: string) =>
  z
    .string()
    .regex(/^\s*([\d*/,-]+(\s+[\dA-Za-z*/,-]+){4}|off)\s*$/, {
      error: 'must have the five fields of crontab, or be off',
    })
    .default(usual)
    .transform((value) => (value.trim() === 'off' ? undefined : value.trim()));

const load = defineConfig(
  z.object({
    ...chassisEnv,
    /** Draw images for the catalog's sample treatments, once. */
    SEED_SAMPLE_DATA: z.enum(['true', 'false'], { error: 'must be true or false' }).default('true'),
    /** Any server that speaks S3; `http://` or `https://`, host and port, no path. */
    S3_ENDPOINT: z.string().refine(isEndpoint, {
      error: 'must be an http address without a path',
    }),
    S3_ACCESS_KEY: required(256),
    S3_SECRET_KEY: required(256),
    S3_REGION: required(64).default('us-east-1'),
    /** Made at the start where it is missing. */
    S3_BUCKET: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/, {
        error: 'must be 3 to 63 small letters, digits or -',
      })
      .default('images'),
    /** The folder that backups are written to; best on another disk than the objects. */
    BACKUP_DIR: z
      .string()
      .refine(isAbsolute, { error: 'must be an absolute path' })
      .default('/backups'),
    /** When all images are backed up; in the time zone of the process. Default: every night at two. */
    BACKUP_CRON: cron('0 2 * * *'),
    /** When a restore is tried; in the time zone of the process. Default: Sundays at four. */
    DRILL_CRON: cron('0 4 * * 0'),
  }),
);

/** Reads the environment; throws a `ConfigError` that lists every fault. */
export const loadConfig = (from?: Environment) => {
  const value = load(from);
  const { protocol, hostname, port } = new URL(value.S3_ENDPOINT);
  const useSSL = protocol === 'https:';
  return {
    /** Options of the S3 client, as the package `minio` takes them. */
    s3: {
      endPoint: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (useSSL ? 443 : 80) : Number(port),
      useSSL,
      accessKey: value.S3_ACCESS_KEY,
      secretKey: value.S3_SECRET_KEY,
      region: value.S3_REGION,
      // Works with every server and needs no DNS name per bucket.
      pathStyle: true,
    },
    bucket: value.S3_BUCKET,
    drawsSamples: value.SEED_SAMPLE_DATA === 'true',
    /** Where the queues are; BullMQ has a prefix of its own and does not take the client's. */
    queues: { redisUrl: value.REDIS_URL, prefix: `${value.REDIS_PREFIX}media` },
    backup: {
      folder: value.BACKUP_DIR,
      /** Undefined where others keep the time. */
      cron: value.BACKUP_CRON,
      drillCron: value.DRILL_CRON,
    },
  };
};

/** What both of media's processes are configured to do. */
export type MediaConfig = ReturnType<typeof loadConfig>;
