import { z } from 'zod';
import { access } from '../authorisation.js';
import { customEndpoint, endpoint } from '../endpoint.js';
import { defineEvent } from '../event.js';
import { timestamp } from '../records.js';

/** The longest name of DNS in text (RFC 1035, 3.1), and room for a scheme and a path around it. */
export const MAX_DOMAIN_INPUT = 300;

/**
 * A domain as a person types it: with or without scheme, path and port, Unicode or punycode. Only
 * the length is checked here; what is no domain name is refused by ops with `DOMAIN_NOT_VALID`.
 */
export const domainInput = z.string().trim().min(1).max(MAX_DOMAIN_INPUT);

/** What can be wrong with a certificate or its chain. */
const certificateProblems = [
  'certificateExpired',
  'certificateNotYetValid',
  'certificateWrongName',
  'certificateSelfSigned',
  'certificateUntrusted',
] as const;

/**
 * What a check can find. Faults: the name is unknown (`nameNotFound`); the name servers do not answer
 * (`dnsUnanswered`); it has no address (`addressMissing`), another one (`addressWrong`), one of IPv6
 * that is not the expected one (`ipv6Unexpected`); `www` leads elsewhere (`wwwWrong`); it leads into a private
 * network (`addressPrivate`); no server answers there (`unreachable`); https: no TLS (`tlsFailed`), and
 * the faults of its certificate; of a deployment alone: the public address or the domain has not answered with
 * its release (`releaseNotSeen`). Advice: the certificate ends soon, http does not lead to https, `www`
 * is missing, CAA allows other issuers only, the installation still has its default settings.
 */
export const dnsFindingCodes = [
  'nameNotFound',
  'dnsUnanswered',
  'addressMissing',
  'addressWrong',
  'ipv6Unexpected',
  'wwwWrong',
  'wwwMissing',
  'addressPrivate',
  'unreachable',
  'tlsFailed',
  ...certificateProblems,
  'certificateEndsSoon',
  'redirectMissing',
  'issuerNotAllowed',
  'defaultSettings',
  'releaseNotSeen',
] as const;
/** One of {@link dnsFindingCodes}. */
export type DnsFindingCode = (typeof dnsFindingCodes)[number];

/** One thing that a check found; the client words it. `host` is the name that it is about. */
export const dnsFinding = z.object({
  code: z.enum(dnsFindingCodes),
  severity: z.enum(['error', 'advice']),
  host: z.string().optional(),
  expected: z.string().optional(),
  found: z.array(z.string()).optional(),
  days: z.number().int().optional(),
});
/** See {@link dnsFinding}. */
export type DnsFinding = z.infer<typeof dnsFinding>;

/** The certificate that https answered with. */
export const certificate = z.object({
  subject: z.string(),
  issuer: z.string(),
  names: z.array(z.string()),
  validFrom: timestamp,
  validTo: timestamp,
  /** Whole days until `validTo`; negative once it has ended. */
  daysLeft: z.number().int(),
  /** What is wrong with it or with its chain; absent where nothing is. */
  fault: z.enum(certificateProblems).optional(),
});
/** See {@link certificate}. */
export type Certificate = z.infer<typeof certificate>;

const CAA_TEXT = 300;

/** The outcome of a check; `domain` is in punycode, `displayDomain` as people write it. */
export const dnsCheck = z.object({
  domain: z.string(),
  displayDomain: z.string(),
  isConfigured: z.boolean(),
  reachable: z.boolean(),
  sslValid: z.boolean(),
  /** Addresses of private networks are `HIDDEN_ADDRESS`. */
  records: z.object({
    a: z.array(z.string()),
    aaaa: z.array(z.string()),
    cname: z.array(z.string()),
    caa: z.array(z.string().max(CAA_TEXT)),
    /** Where `www` of the domain leads: names, then addresses. */
    www: z.array(z.string()),
  }),
  /** `aaaa` where the installation has an address of IPv6. */
  expected: z.object({ a: z.string(), aaaa: z.string().optional(), www: z.string() }),
  findings: z.array(dnsFinding),
  certificate: certificate.optional(),
  /** Whether http answers with a redirect to https; absent where http does not answer. */
  redirectsToHttps: z.boolean().optional(),
  /** The installation's own domain and address were never set. */
  usesDefaults: z.boolean(),
  checkedAt: timestamp,
});
/** See {@link dnsCheck}. */
export type DnsCheck = z.infer<typeof dnsCheck>;

/** Checks a domain against what this installation expects. Ends within 10 s. */
export const checkDns = customEndpoint('GET /api/dns/check/{domain}', {
  summary: 'Looks at a domain: its records, its https and its certificate',
  access: access.from('admin'),
  params: z.strictObject({ domain: domainInput }),
  /** `errors` and `recommendations` are the findings, worded by Accept-Language. */
  response: dnsCheck.extend({ errors: z.array(z.string()), recommendations: z.array(z.string()) }),
  errors: ['DOMAIN_NOT_VALID'],
  message: 'ops.dns.check',
  reply: dnsCheck,
  deadlineMs: 10_000,
});

const MAX_URL = 2_000;

const toHttpsUrl = (typed: string): string | undefined => {
  const text = /^[a-z]+:/i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, username, password, href } = new URL(text);
  const isPublic = protocol === 'https:' && hostname.includes('.') && !username && !password;
  return isPublic && href.length <= MAX_URL ? href : undefined;
};

/** An https address as people type it, with or without `https://`; becomes a whole one. May be blank. */
const httpsUrl = z
  .string()
  .trim()
  .max(MAX_URL)
  .transform((typed, context) => {
    const url = typed && toHttpsUrl(typed);
    if (url !== undefined) return url;
    context.addIssue({ code: 'custom', message: 'WRONG_FORMAT', input: typed });
    return z.NEVER;
  });

const domainProvider = z.object({ url: z.string() });

/** The page where administrators set up the domain at the hosting provider; blank: not set yet. */
export const getDomainProvider = endpoint('GET /api/domain-provider', {
  summary: "Address of the hosting provider's dashboard",
  access: access.from('admin'),
  message: 'ops.domain-provider.get',
  reply: domainProvider,
});

/** Sets it for all administrators; a blank address removes it. */
export const setDomainProvider = endpoint('PUT /api/domain-provider', {
  summary: "Sets the address of the hosting provider's dashboard",
  access: access.from('admin'),
  body: z.strictObject({ url: httpsUrl }),
  message: 'ops.domain-provider.set',
  reply: domainProvider,
});

/** What happens to the provider's address, for the audit trail. */
export const domainProviderEvents = {
  changed: defineEvent({
    name: 'ops.domain-provider.changed.v1',
    payload: z.object({ before: z.string(), after: z.string() }),
  }),
};
