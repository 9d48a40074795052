import { baseEnv, defineConfig, mongoEnv, redisEnv } from '@ctdb/chassis';
import { backupRetentionEnv, bucketEnv, optionalS3Env } from '@ctdb/chassis/storage';
import { z } from 'zod';

const requiredFor = (name: string) => ({
  path: [name],
  error: 'is required for this engine',
  // Without it an error elsewhere would hide this check.
  when: () => true,
});
const enginesWithKey = new Set(['google', 'azure']);

/** The environment of the catalog's processes. */
export const catalogEnv = z
  .object({
    ...baseEnv,
    ...mongoEnv,
    /** Only the worker needs it. */
    REDIS_URL: redisEnv.REDIS_URL.optional(),
    REDIS_PREFIX: redisEnv.REDIS_PREFIX,
    /** Any server that speaks S3; without one nothing can be imported, and erasures are not repeated. */
    ...optionalS3Env,
    /** Created if it is missing. */
    CATALOG_BUCKET: bucketEnv('catalog'),
    /** Fill a new database with the sample diseases. */
    SEED_SAMPLE_DATA: z.enum(['true', 'false'], { error: 'must be true or false' }).default('true'),
    ...backupRetentionEnv,
    /** Who translates; see README.md for what each needs. */
    TRANSLATE_ENGINE: z.enum(['none', 'libretranslate', 'google', 'azure']).default('none'),
    TRANSLATE_URL: z.url({ protocol: /^https?$/, error: 'must be an http address' }).optional(),
    TRANSLATE_KEY: z.string().optional(),
    TRANSLATE_REGION: z.string().optional(),
  })
  .refine(
    ({ TRANSLATE_ENGINE, TRANSLATE_URL }) => TRANSLATE_ENGINE !== 'libretranslate' || TRANSLATE_URL,
    requiredFor('TRANSLATE_URL'),
  )
  .refine(
    ({ TRANSLATE_ENGINE, TRANSLATE_KEY }) => !enginesWithKey.has(TRANSLATE_ENGINE) || TRANSLATE_KEY,
    requiredFor('TRANSLATE_KEY'),
  );

/** Injection token of the catalog's configuration. */
export const CATALOG_CONFIG = Symbol('CATALOG_CONFIG');
/** Reads the environment of the catalog; throws one error that lists all faults. */
export const loadConfig = defineConfig(catalogEnv);
/** The environment of the catalog. */
export type CatalogConfig = ReturnType<typeof loadConfig>;
