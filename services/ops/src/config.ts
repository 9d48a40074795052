import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chassisEnv, defineConfig, type Environment } from '@ctdb/chassis';
import { findMissingMailVariable, mailEnv, toMailSettings } from '@ctdb/chassis/mail';
import { bucketEnv, optionalS3Env, toStorageSettings } from '@ctdb/chassis/storage';
import { emailAddress, locale, locales } from '@ctdb/contracts';
import { z } from 'zod';
import { dnsEnv, port, toDnsSettings } from './dns/dns.config.js';

/** Injection token of {@link OpsConfig}. */
export const OPS_CONFIG = Symbol('OPS_CONFIG');

const isOrigin = (value: string): boolean =>
  /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value;

const folder = z.string().refine(isAbsolute, { error: 'must be an absolute path' });
const origin = z.string().refine(isOrigin, {
  error: 'must be http:// or https:// with a host, and a port where it is not the usual one',
});
const webProject = fileURLToPath(new URL('../../../web', import.meta.url));

/** What deployments read from the environment. */
const deploymentsEnv = {
  /** Any server that speaks S3; without one nothing can be deployed, and the rest of ops works. */
  ...optionalS3Env,
  /** Created at the first release if it is missing. */
  RELEASES_BUCKET: bucketEnv('releases'),
  /** Where releases are built before they are stored; nothing in it outlives its deployment. */
  BUILDS_DIR: folder.default(join(tmpdir(), 'ctdb-builds')),
  /** The project that Vite builds. */
  WEB_PROJECT: folder.default(webProject),
  /** A built site that is used without Vite. Default: `dist` of the project. */
  WEB_PREBUILT: folder.optional(),
  /** The site's URL for browsers. */
  PUBLIC_ORIGIN: origin.default('http://localhost:8080'),
  /** The gateways' URL for this process, if it differs. */
  PROBE_ORIGIN: origin.optional(),
};

/** What the domains of deployments read from the environment. */
const clusterEnv = {
  /** `kubernetes`: a deployment's domain gets its route and its certificate in the cluster. */
  DEPLOYMENT_DRIVER: z.enum(['local-release', 'kubernetes']).default('local-release'),
  /** The API server; Kubernetes sets both in every pod. */
  KUBERNETES_SERVICE_HOST: z.string().default('kubernetes.default.svc'),
  KUBERNETES_SERVICE_PORT: port(443),
  /** The token of the service account, its namespace and the cluster's authority. */
  KUBERNETES_ACCOUNT_DIR: folder.default('/var/run/secrets/kubernetes.io/serviceaccount'),
  /** How long a deployment waits for a certificate. */
  CERTIFICATE_WAIT_SECONDS: z.coerce.number().int().min(1).max(300).default(180),
};

/** What mails to administrators read from the environment. */
const alertsEnv = {
  ...mailEnv,
  /** Where they are sent to; without it there are none. */
  ADMIN_EMAIL: emailAddress.optional(),
  ADMIN_LANGUAGE: locale.default(locales[0]),
};

/** What is known of the program that copies everything (infra/backup). */
const backupsEnv = {
  /** Whether it runs by itself: then alerts miss its copies. */
  BACKUPS_EXPECTED: z.stringbool().default(false),
  /** The database with its journal. */
  BACKUPS_DB: z.string().default('backups'),
};

/** The environment of ops' processes. */
export const opsEnv = z
  .object({
    ...chassisEnv,
    ...dnsEnv,
    ...deploymentsEnv,
    ...clusterEnv,
    ...alertsEnv,
    ...backupsEnv,
  })
  .superRefine((value, context) => {
    const missing = findMissingMailVariable(value, value.PUBLIC_ORIGIN);
    if (missing) context.addIssue({ code: 'custom', path: [missing], message: 'is required' });
  });

const load = defineConfig(opsEnv);

type Values = ReturnType<typeof load>;

/** The settings as deployments use them. */
const toDeploymentSettings = ({ S3_ENDPOINT, ...value }: Values) => ({
  /** Undefined without storage. */
  storage:
    S3_ENDPOINT === undefined
      ? undefined
      : toStorageSettings({ ...value, S3_ENDPOINT }, value.RELEASES_BUCKET),
  builds: value.BUILDS_DIR,
  web: {
    project: value.WEB_PROJECT,
    prebuilt: value.WEB_PREBUILT ?? join(value.WEB_PROJECT, 'dist'),
  },
  publicOrigin: value.PUBLIC_ORIGIN,
  probeOrigin: value.PROBE_ORIGIN ?? value.PUBLIC_ORIGIN,
});

/** The cluster that deployments change; undefined with another driver. */
const toClusterSettings = (value: Values) =>
  value.DEPLOYMENT_DRIVER === 'kubernetes'
    ? {
        host: value.KUBERNETES_SERVICE_HOST,
        port: value.KUBERNETES_SERVICE_PORT,
        accountDir: value.KUBERNETES_ACCOUNT_DIR,
        certificateWaitMs: value.CERTIFICATE_WAIT_SECONDS * 1_000,
      }
    : undefined;

/** Reads the environment; throws a `ConfigError` that lists every error. */
export const loadConfig = (from?: Environment) => {
  const value = load(from);
  return {
    dns: toDnsSettings(value),
    deployments: toDeploymentSettings(value),
    backups: { isExpected: value.BACKUPS_EXPECTED, database: value.BACKUPS_DB },
    kubernetes: toClusterSettings(value),
    /** Undefined if no mail is sent. */
    mail: toMailSettings(value, value.PUBLIC_ORIGIN),
    /** Undefined if administrators get no mail. */
    administrators:
      value.ADMIN_EMAIL === undefined
        ? undefined
        : { to: value.ADMIN_EMAIL, locale: value.ADMIN_LANGUAGE },
  };
};

/** The configuration of ops' processes. */
export type OpsConfig = ReturnType<typeof loadConfig>;
