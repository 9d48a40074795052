import type { CaaRecord } from 'node:dns';
import type { DnsCheck, DnsFinding, DnsFindingCode } from '@ctdb/contracts';
import { type DomainRecords, type LookupResult, recordValues } from './dns-lookup.js';
import { canonicalIpv6 } from './networks.js';

/** More than an honest domain has, and no more than a page shows. */
const MAX_SHOWN = 20;
const MAX_TEXT = 300;

/** Text from outside, as it may be shown. */
export const sanitize = (values: readonly string[]): string[] =>
  values.slice(0, MAX_SHOWN).map((value) => value.replace(/\p{Cc}/gu, '?').slice(0, MAX_TEXT));

const caaText = ({ critical, ...rest }: CaaRecord): string[] =>
  Object.entries(rest)
    .filter(([tag, value]) => tag !== 'type' && typeof value === 'string')
    .map(([tag, value]) => `${critical} ${tag} "${String(value)}"`);

/** The records for the reply. */
export const toContractRecords = (records: DomainRecords): DnsCheck['records'] => {
  const { a, aaaa, cname, caa, www } = records;
  return {
    a: sanitize(recordValues(a)),
    aaaa: sanitize(recordValues(aaaa)),
    cname: sanitize(recordValues(cname)),
    caa: sanitize(caa.flatMap(caaText)),
    www: www ? sanitize([...recordValues(www.cname), ...recordValues(www.a)]) : [],
  };
};

/** What a domain must lead to. */
export interface Expected {
  readonly domain: string;
  readonly ipv4: string;
  /** As {@link canonicalIpv6} writes it; undefined if none is expected. */
  readonly ipv6?: string | undefined;
}

/** Something that has to be changed. */
export const toError = (
  code: DnsFindingCode,
  host: string,
  more: Partial<DnsFinding> = {},
): DnsFinding => ({ code, severity: 'error', host, ...more });

/** Something that could be better. */
export const toAdvice = (
  code: DnsFindingCode,
  host?: string,
  more: Partial<DnsFinding> = {},
): DnsFinding => ({ code, severity: 'advice', ...(host !== undefined && { host }), ...more });

type Rule = (records: DomainRecords, expected: Expected) => DnsFinding | undefined;

const isUnanswered = (found: LookupResult<unknown>): boolean => found.kind === 'unanswered';
// DNS ignores case and a dot at the end.
const canonicalName = (name: string): string => name.toLowerCase().replace(/\.$/, '');

const unanswered: Rule = ({ a, aaaa }, { domain }) =>
  isUnanswered(a) || isUnanswered(aaaa) ? toError('dnsUnanswered', domain) : undefined;

const address: Rule = ({ a, aaaa, cname }, { domain, ipv4 }) => {
  if (isUnanswered(a)) return undefined;
  const values = recordValues(a);
  if (values.length === 0) {
    // An alias that leads nowhere is answered as an unknown name, too; this name is known then.
    const isUnknown =
      a.kind === 'unknownName' && recordValues(aaaa).length + recordValues(cname).length === 0;
    return toError(isUnknown ? 'nameNotFound' : 'addressMissing', domain, { expected: ipv4 });
  }
  // One that is right among others leads only some visitors here.
  return values.every((value) => value === ipv4)
    ? undefined
    : toError('addressWrong', domain, { expected: ipv4, found: sanitize(values) });
};

const ipv6: Rule = ({ aaaa }, { domain, ipv6: expected }) => {
  const found = recordValues(aaaa);
  if (found.every((value) => canonicalIpv6(value) === expected)) return undefined;
  const about = expected === undefined ? {} : { expected };
  return toError('ipv6Unexpected', domain, { ...about, found: sanitize(found) });
};

const www: Rule = (records, { domain, ipv4 }) => {
  if (!records.www) return undefined;
  const { cname, a } = records.www;
  const host = `www.${domain}`;
  const [names, addresses] = [recordValues(cname), recordValues(a)];
  if (names.length === 0 && addresses.length === 0) {
    const isSilent = isUnanswered(cname) || isUnanswered(a);
    return isSilent
      ? toAdvice('dnsUnanswered', host)
      : toAdvice('wwwMissing', host, { expected: domain });
  }
  // Some providers answer with the address instead of the name that leads to it.
  const isRight =
    names.some((name) => canonicalName(name) === domain) ||
    (addresses.length > 0 && addresses.every((value) => value === ipv4));
  return isRight
    ? undefined
    : toError('wwwWrong', host, { expected: domain, found: sanitize([...names, ...addresses]) });
};

const rules = [unanswered, address, ipv6, www];

/** What is wrong with the records. */
export const recordFindings = (records: DomainRecords, expected: Expected): DnsFinding[] =>
  rules.flatMap((rule) => rule(records, expected) ?? []);

/** Advice if CAA records forbid `issuer` to issue a certificate for the domain. */
export const issuerFindings = (
  { caa }: DomainRecords,
  host: string,
  issuer: string,
): DnsFinding[] => {
  const issuers = caa.flatMap(({ issue }) =>
    issue === undefined ? [] : [issue.split(';')[0] ?? ''],
  );
  if (issuers.length === 0 || issuers.some((value) => canonicalName(value.trim()) === issuer))
    return [];
  const found = sanitize(issuers.map((value) => value.trim()).filter((value) => value !== ''));
  return [toAdvice('issuerNotAllowed', host, { expected: issuer, found })];
};
