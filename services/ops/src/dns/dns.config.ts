import { readFileSync } from 'node:fs';
import { isIP, isIPv6 } from 'node:net';
import { createSecureContext, getCACertificates } from 'node:tls';
import { z } from 'zod';
import { parseDomain } from './domain-name.js';
import { canonicalIpv6, networkList } from './networks.js';

/** Injection token of {@link DnsConfig}. */
export const DNS_CONFIG = Symbol('DNS_CONFIG');

const DEFAULT_DOMAIN = 'colour-therapy.example';
const DEFAULT_IPV4 = '203.0.113.7';

/** A port; `defaultPort` if it is not set. */
export const port = (defaultPort: number) =>
  z.coerce.number().int().min(1).max(65_535).default(defaultPort);

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
  const servers = value.split(',').map((part) => part.trim());
  if (!servers.every(isServer))
    context.addIssue('must be addresses, with or without a port, with commas');
  return servers;
};

/** What the checks of domains read from the environment. */
export const dnsEnv = {
  /** The installation's own domain; without it, an example. */
  SITE_DOMAIN: z.string().transform(toDomain).optional(),
  /** The address that it must lead to; without it, an example. */
  SITE_IPV4: z.ipv4().optional(),
  /** The one of IPv6 that it may lead to as well; without it, any is an error. */
  SITE_IPV6: z.ipv6().transform(canonicalIpv6).optional(),
  /** Name servers to ask instead of the system's. */
  DNS_SERVERS: z.string().transform(toServers).optional(),
  /** Private networks that probes may connect to; for laboratories only. */
  DNS_LABORATORY_NETWORKS: networkList.optional(),
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

/** Throws if the file cannot be read: a failed start is noticed, a wrong check is not. */
const readFile = (file: string | undefined): string[] =>
  file === undefined ? [] : [readFileSync(file, 'utf8')];

/** The settings as the checks use them. */
export const toDnsSettings = (value: z.output<z.ZodObject<typeof dnsEnv>>) => ({
  domain: value.SITE_DOMAIN ?? DEFAULT_DOMAIN,
  hasOwnDomain: value.SITE_DOMAIN !== undefined,
  ipv4: value.SITE_IPV4 ?? DEFAULT_IPV4,
  ipv6: value.SITE_IPV6,
  usesDefaults: value.SITE_DOMAIN === undefined || value.SITE_IPV4 === undefined,
  servers: value.DNS_SERVERS,
  allowedPrivateNetworks: value.DNS_LABORATORY_NETWORKS ?? [],
  /** Whose certificates are trusted: the usual authorities, and those of the operator's file. */
  tlsContext: createSecureContext({
    ca: [...getCACertificates('default'), ...readFile(value.DNS_TRUSTED_CA_FILE)],
  }),
  caaIssuer: value.DNS_CAA_ISSUER,
  httpsPort: value.DNS_HTTPS_PORT,
  httpPort: value.DNS_HTTP_PORT,
});

/** The part of the configuration that the checks use. */
export interface DnsConfig {
  dns: ReturnType<typeof toDnsSettings>;
}
