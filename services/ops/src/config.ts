import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chassisEnv, defineConfig, type Environment } from '@ctdb/chassis';
import { findMissingMailVariable, mailEnv, toMailSettings } from '@ctdb/chassis/mail';
import { bucketEnv, optionalS3Env, toStorageSettings } from '@ctdb/chassis/storage';
import { emailAddress, locale, locales } from '@ctdb/contracts';
import { z } from 'zod';
import { dnsEnv, toDnsSettings } from './dns/dns.config.js';

/** Injection token of {@link OpsConfig}. */
export const OPS_CONFIG = Symbol('OPS_CONFIG');

const isOrigin = (value: string): boolean =>
  /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value;

const folder = z.string().refine(isAbsolute, { error: 'must be an absolute path' });
const origin = z.string().refine(isOrigin, {
  error: 'must be http:// or https:// with a host, and a port where it is not the usual one',
});
const webDist = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** The environment of ops' processes. */
export const opsEnv = z
  .object({
    ...chassisEnv,
    ...dnsEnv,
    /** Any server that speaks S3; without one nothing can be deployed, and the rest of ops works. */
    ...optionalS3Env,
    /** Created if it is missing. */
    RELEASES_BUCKET: bucketEnv('releases'),
    /** The built site of this version. */
    WEB_DIST: folder.default(webDist),
    /** The site's URL for browsers. */
    PUBLIC_ORIGIN: origin.default('http://localhost:8080'),
    /** The gateways' URL for this process, if it differs. */
    PROBE_ORIGIN: origin.optional(),
    ...mailEnv,
    /** Where mails to administrators are sent to; without it there are none. */
    ADMIN_EMAIL: emailAddress.optional(),
    ADMIN_LANGUAGE: locale.default(locales[0]),
    /** Whether the program that copies everything (infra/backup) runs by itself: then alerts miss its copies. */
    BACKUPS_EXPECTED: z.stringbool().default(false),
    /** The database with its journal. */
    BACKUPS_DB: z.string().default('backups'),
  })
  .superRefine((value, context) => {
    const missing = findMissingMailVariable(value, value.PUBLIC_ORIGIN);
    if (missing) context.addIssue({ code: 'custom', path: [missing], message: 'is required' });
  });

const load = defineConfig(opsEnv);

/** Reads the environment; throws a `ConfigError` that lists every error. */
export const loadConfig = (from?: Environment) => {
  const value = load(from);
  const { S3_ENDPOINT, RELEASES_BUCKET, PUBLIC_ORIGIN } = value;
  return {
    dns: toDnsSettings(value),
    deployments: {
      /** Undefined without storage. */
      storage:
        S3_ENDPOINT === undefined
          ? undefined
          : toStorageSettings({ ...value, S3_ENDPOINT }, RELEASES_BUCKET),
      site: value.WEB_DIST,
      publicOrigin: PUBLIC_ORIGIN,
      probeOrigin: value.PROBE_ORIGIN ?? PUBLIC_ORIGIN,
    },
    backups: { isExpected: value.BACKUPS_EXPECTED, database: value.BACKUPS_DB },
    /** Undefined if no mail is sent. */
    mail: toMailSettings(value, PUBLIC_ORIGIN),
    /** Undefined if administrators get no mail. */
    administrators:
      value.ADMIN_EMAIL === undefined
        ? undefined
        : { to: value.ADMIN_EMAIL, locale: value.ADMIN_LANGUAGE },
  };
};

/** The configuration of ops' processes. */
export type OpsConfig = ReturnType<typeof loadConfig>;
