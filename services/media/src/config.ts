import { isAbsolute } from 'node:path';
import { chassisEnv, defineConfig, type Environment } from '@ctdb/chassis';
import { bucketEnv, s3Env, toStorageSettings } from '@ctdb/chassis/storage';
import { z } from 'zod';

/** Injection token of {@link MediaConfig}. */
export const MEDIA_CONFIG = Symbol('MEDIA_CONFIG');

/** Five fields, as in crontab: minute, hour, day, month, day of the week; `off` for an external schedule. */
const cron = (defaultValue: string) =>
  z
    .string()
    .regex(/^\s*([\d*/,-]+(\s+[\dA-Za-z*/,-]+){4}|off)\s*$/, {
      error: 'must have the five fields of crontab, or be off',
    })
    .default(defaultValue)
    .transform((value) => (value.trim() === 'off' ? undefined : value.trim()));

/** The environment of media's processes. */
export const mediaEnv = z.object({
  ...chassisEnv,
  /** Draw images for the catalog's sample treatments, once. */
  SEED_SAMPLE_DATA: z.enum(['true', 'false'], { error: 'must be true or false' }).default('true'),
  ...s3Env,
  /** Created at the start if it is missing. */
  S3_BUCKET: bucketEnv('images'),
  /** Best on another disk than the objects. */
  BACKUP_DIR: z
    .string()
    .refine(isAbsolute, { error: 'must be an absolute path' })
    .default('/backups'),
  /** Full backup, in the time zone of the process. Default: every night at two. */
  BACKUP_CRON: cron('0 2 * * *'),
  /** Restore drill, in the time zone of the process. Default: Sundays at four. */
  DRILL_CRON: cron('0 4 * * 0'),
});

const load = defineConfig(mediaEnv);

/** Reads the environment; throws a `ConfigError` that lists every error. */
export const loadConfig = (from?: Environment) => {
  const value = load(from);
  return {
    storage: toStorageSettings(value, value.S3_BUCKET),
    drawsSamples: value.SEED_SAMPLE_DATA === 'true',
    backup: {
      folder: value.BACKUP_DIR,
      /** Undefined for an external schedule. */
      cron: value.BACKUP_CRON,
      drillCron: value.DRILL_CRON,
    },
  };
};

/** The configuration of media's processes. */
export type MediaConfig = ReturnType<typeof loadConfig>;
