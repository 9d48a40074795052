import { isIP, isIPv6 } from 'node:net';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chassisEnv, defineConfig, type Environment } from '@ctdb/chassis';
import { findMissingMailVariable, mailEnv, toMailSettings } from '@ctdb/chassis/mail';
import { bucketEnv, optionalS3Env, toStorageSettings } from '@ctdb/chassis/storage';
import { emailAddress, locale, locales } from '@ctdb/contracts';
import { z } from 'zod';
import { parseDomain } from './dns/domain-name.js';
import { canonicalIpv6, parseNetwork, type Network } from './dns/networks.js';

/** Injection token of {@link OpsConfig}. */
export const OPS_CONFIG = Symbol('OPS_CONFIG');

const DEFAULT_DOMAIN = 'colour-therapy.example';
const DEFAULT_IPV4 = '203.0.113.7';

const port = (defaultPort: number) =>
  z.coerce.number().int().min(1).max(65_535).default(defaultPort);

const splitList = (value: string): string[] => value.split(',').map((part) => part.trim());

const toDomain = (value: string, context: z.RefinementCtx): string => {
  try {
    return parseDomain(value).ascii;
  } catch {
    context.addIssue('must be a domain name');
    return value;
  }
};

/** `192.0.2.1`, `192.0.2.1:5353`, `2001:db8::1`, `[2001:db8::1]:5353`. */
const isServer = (entry: string): boolean => {
  const [, bracketed, plain, , digits] =
    /^(?:\[([^\]]+)\]|([^[\]:]+))(:(\d{1,5}))?$/.exec(entry) ?? [];
  const isPort = digits === undefined || (Number(digits) > 0 && Number(digits) < 65_536);
  return isIPv6(entry) || (isPort && (isIPv6(bracketed ?? '') || isIP(plain ?? '') === 4));
};

const toServers = (value: string, context: z.RefinementCtx): string[] => {
  const servers = splitList(value);
  if (!servers.every(isServer))
    context.addIssue('must be addresses, with or without a port, with commas');
  return servers;
};

const toNetworks = (value: string, context: z.RefinementCtx): Network[] => {
  const networks = splitList(value).map(parseNetwork);
  if (networks.includes(undefined)) context.addIssue('must be networks as 10.0.0.0/8, with commas');
  return networks.filter((network) => network !== undefined);
};

/** What the checks of domains read from the environment. */
const dnsEnv = {
  /** The installation's own domain; without it, an example. */
  SITE_DOMAIN: z.string().transform(toDomain).optional(),
  /** The address that it must lead to; without it, an example. */
  SITE_IPV4: z.ipv4().optional(),
  /** The one of IPv6 that it may lead to as well; without it, any is a fault. */
  SITE_IPV6: z.ipv6().transform(canonicalIpv6).optional(),
  /** Name servers to ask instead of the system's. */
  DNS_SERVERS: z.string().transform(toServers).optional(),
  /** Private networks that probes may connect to; for laboratories only. */
  DNS_LABORATORY_NETWORKS: z.string().transform(toNetworks).optional(),
  /** PEM file of authorities that are trusted besides the usual ones. */
  DNS_TRUSTED_CA_FILE: z.string().optional(),
  /** Who will issue certificates, as CAA records call it. */
  DNS_CAA_ISSUER: z
    .string()
    .regex(/^[a-z0-9.-]{1,253}$/, { error: 'must be the domain name of an issuer' })
    .default('letsencrypt.org'),
  /** Ports of the probes; others only in laboratories. */
  DNS_HTTPS_PORT: port(443),
  DNS_HTTP_PORT: port(80),
};

const isOrigin = (value: string): boolean =>
  /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value;

const folder = z.string().refine(isAbsolute, { error: 'must be an absolute path' });
const origin = z.string().refine(isOrigin, {
  error: 'must be http:// or https:// with a host, and a port where it is not the usual one',
});
const webDist = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** What deployments read from the environment. */
const deploymentsEnv = {
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
    ...alertsEnv,
    ...backupsEnv,
  })
  .superRefine((value, context) => {
    const missing = findMissingMailVariable(value, value.PUBLIC_ORIGIN);
    if (missing) context.addIssue({ code: 'custom', path: [missing], message: 'is required' });
  });

const load = defineConfig(opsEnv);

type Values = ReturnType<typeof load>;

/** The settings as the checks use them. */
const toDnsSettings = (value: Values) => ({
  domain: value.SITE_DOMAIN ?? DEFAULT_DOMAIN,
  hasOwnDomain: value.SITE_DOMAIN !== undefined,
  ipv4: value.SITE_IPV4 ?? DEFAULT_IPV4,
  ipv6: value.SITE_IPV6,
  usesDefaults: value.SITE_DOMAIN === undefined || value.SITE_IPV4 === undefined,
  servers: value.DNS_SERVERS,
  allowedPrivateNetworks: value.DNS_LABORATORY_NETWORKS ?? [],
  trustedCaFile: value.DNS_TRUSTED_CA_FILE,
  caaIssuer: value.DNS_CAA_ISSUER,
  httpsPort: value.DNS_HTTPS_PORT,
  httpPort: value.DNS_HTTP_PORT,
});

/** The settings as deployments use them. */
const toDeploymentSettings = ({ S3_ENDPOINT, ...value }: Values) => ({
  /** Undefined without storage. */
  storage:
    S3_ENDPOINT === undefined
      ? undefined
      : toStorageSettings({ ...value, S3_ENDPOINT }, value.RELEASES_BUCKET),
  site: value.WEB_DIST,
  publicOrigin: value.PUBLIC_ORIGIN,
  probeOrigin: value.PROBE_ORIGIN ?? value.PUBLIC_ORIGIN,
});

/** Reads the environment; throws a `ConfigError` that lists every error. */
export const loadConfig = (from?: Environment) => {
  const value = load(from);
  return {
    dns: toDnsSettings(value),
    deployments: toDeploymentSettings(value),
    backups: { isExpected: value.BACKUPS_EXPECTED, database: value.BACKUPS_DB },
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
