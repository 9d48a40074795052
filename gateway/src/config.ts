import { defineConfig } from '@ctdb/chassis';
import { defaultProductName, MIN_PASSWORD_LENGTH } from '@ctdb/contracts';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const limit = (figure: number) => wholeNumber(1, 10_000_000).default(figure);

const rangeNames = ['loopback', 'linklocal', 'uniquelocal'];
const trustedProxy = z.union([z.enum(rangeNames), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** Whether the proxy at `address`, `hop` steps in front of us, is believed about its client. */
type TrustedProxies = ((address: string, hop: number) => boolean) | string[];

const toProxies = (value: string, context: z.RefinementCtx): TrustedProxies => {
  if (/^\d$/.test(value)) return (_address, hop) => hop < Number(value);
  const parts = value.split(',').map((part) => part.trim());
  if (!parts.every((part) => trustedProxy.safeParse(part).success)) {
    context.addIssue(
      `must be a number of proxies (0 to 9), or addresses, networks and ${rangeNames.join(', ')}, with commas`,
    );
  }
  return parts;
};

const isOrigin = (value: string): boolean =>
  /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value;

const publicOrigin = z.string().refine(isOrigin, {
  error: 'must be http:// or https:// with a host, and a port where it is not the usual one',
});

const testimonial = z.string().trim().max(1_000).default('');

const webDist = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** The gateway's own environment; `baseEnv` and `redisEnv` of the chassis come on top. */
export const gatewayEnv = z.object({
  HOST: z.string().default('127.0.0.1'),
  /** 0 takes a free port. */
  PORT: wholeNumber(0, 65_535).default(8080),
  /** Where browsers find us, e.g. `https://example.org`. Absent: whatever host they ask for. */
  PUBLIC_ORIGIN: publicOrigin.optional(),
  /** The proxies in front of us whose `X-Forwarded-*` headers are believed. */
  TRUST_PROXY: z.string().default('0').transform(toProxies),
  /** Whether browsers must use https for all names below ours as well. */
  HSTS_INCLUDE_SUBDOMAINS: z.stringbool().default(false),
  /** Folder of the built single-page application. */
  WEB_DIST: z.string().default(webDist),
  /** How often ops is asked what the active deployment shows; milliseconds. */
  RELEASE_POLL_MS: wholeNumber(100, 60_000).default(2_000),
  /** How long the first pages wait after a start for the answer to that; milliseconds. */
  RELEASE_WAIT_MS: wholeNumber(0, 60_000).default(10_000),
  PRODUCT_NAME_EN: z.string().max(100).default(defaultProductName.en),
  PRODUCT_NAME_KN: z.string().max(100).default(defaultProductName.kn),
  /** Quotes a user on the landing page, and says who it is. Empty: nothing. */
  TESTIMONIAL_EN: testimonial,
  TESTIMONIAL_KN: testimonial,
  TESTIMONIAL_NAME: testimonial,
  SITE_DOMAIN: z.string().max(253).default('colour-therapy.example'),
  /** Key of the hashes of addresses and accounts in access log and audit trail; for all gateways the same. */
  AUDIT_HASH_KEY: z.string().min(32, { error: 'must have at least 32 characters' }),
  PASSWORD_MIN_LENGTH: wholeNumber(MIN_PASSWORD_LENGTH, 256).default(MIN_PASSWORD_LENGTH),
  /** With PayPal's own client, the pages that take payments may load its scripts. */
  PAYPAL_CLIENT_ID: z.string().max(200).optional(),
  /**
   * Requests per minute of one session or pass, and of one address: without access (a clinic or a
   * mobile network has one), and of each class that costs more, with access or without.
   */
  RATE_SIGNED_IN: limit(1_200),
  RATE_ANONYMOUS: limit(600),
  RATE_SIGN_IN: limit(30),
  RATE_RESTORE: limit(10),
  RATE_SETUP: limit(60),
  RATE_ORDER: limit(10),
  RATE_CAPTURE: limit(60),
  RATE_WEBHOOK: limit(600),
  RATE_UPLOAD: limit(60),
  /**
   * Answers, entries saved, and images in an hour of one pass or plan. A person does not reach them
   * (ADR 0020).
   */
  QUOTA_ANSWERS: limit(12_000),
  QUOTA_ENTRIES: limit(300),
  QUOTA_IMAGES: limit(24_000),
  /** Milliseconds after a stop signal in which we still answer, and ask clients to go elsewhere. */
  DRAIN_MS: wholeNumber(0, 300_000).default(1_000),
});

/** Holds the values of {@link gatewayEnv}. */
export type GatewayConfig = z.output<typeof gatewayEnv>;

/** Whether there is a proxy in front of us, by the settings. */
export const isBehindProxy = ({ TRUST_PROXY: proxies }: Pick<GatewayConfig, 'TRUST_PROXY'>) =>
  typeof proxies !== 'function' || proxies('', 0);

/** Injection token of the {@link GatewayConfig}. */
export const GATEWAY_CONFIG = Symbol('GATEWAY_CONFIG');

/** Reads the environment; throws one `ConfigError` with all errors. */
export const loadGatewayConfig = defineConfig(gatewayEnv);
