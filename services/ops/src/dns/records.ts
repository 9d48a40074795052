import type { CaaRecord } from 'node:dns';
import type { DnsCheck } from '@ctdb/contracts';
import { recordValues, type LookupResult, type DnsLookup } from './dns-lookup.js';

/** Number of names, from the domain upwards, whose CAA records are read. */
const MAX_CAA_STEPS = 4;
/** More than an honest domain has, and no more than a page shows. */
const MAX_SHOWN = 20;
const MAX_TEXT = 300;

/** The DNS records of a domain. */
export interface DomainRecords {
  readonly a: LookupResult<string>;
  readonly aaaa: LookupResult<string>;
  readonly cname: LookupResult<string>;
  /** Those that count for the domain: its own, or of the nearest name above that has some (RFC 8659). */
  readonly caa: readonly CaaRecord[];
  /** Of `www.` before the domain; undefined if the domain itself starts with it. */
  readonly www:
    | { readonly cname: LookupResult<string>; readonly a: LookupResult<string> }
    | undefined;
}

const caaNames = (domain: string): string[] => {
  const labels = domain.split('.');
  return labels
    .slice(0, -1)
    .slice(0, MAX_CAA_STEPS)
    .map((_label, index) => labels.slice(index).join('.'));
};

const nearestCaa = async (lookup: DnsLookup, domain: string): Promise<readonly CaaRecord[]> => {
  const all = await Promise.all(caaNames(domain).map((name) => lookup.caa(name)));
  return all.map(recordValues).find((values) => values.length > 0) ?? [];
};

const readWwwRecords = async (lookup: DnsLookup, domain: string) => {
  if (domain.startsWith('www.')) return undefined;
  const name = `www.${domain}`;
  const [cname, a] = await Promise.all([lookup.cname(name), lookup.a(name)]);
  return { cname, a };
};

/** Sends all queries at once. */
export const readRecords = async (lookup: DnsLookup, domain: string): Promise<DomainRecords> => {
  const [a, aaaa, cname, caa, www] = await Promise.all([
    lookup.a(domain),
    lookup.aaaa(domain),
    lookup.cname(domain),
    nearestCaa(lookup, domain),
    readWwwRecords(lookup, domain),
  ]);
  return { a, aaaa, cname, caa, www };
};

/** Text from outside, as it may be shown. */
export const sanitize = (values: readonly string[]): string[] =>
  values.slice(0, MAX_SHOWN).map((value) => value.replace(/\p{Cc}/gu, '?').slice(0, MAX_TEXT));

const caaText = ({ critical, ...rest }: CaaRecord): string[] =>
  Object.entries(rest)
    .filter(([tag, value]) => tag !== 'type' && typeof value === 'string')
    .map(([tag, value]) => `${critical} ${tag} "${String(value)}"`);

/** The records for the reply. */
export const toContractRecords = ({
  a,
  aaaa,
  cname,
  caa,
  www,
}: DomainRecords): DnsCheck['records'] => ({
  a: sanitize(recordValues(a)),
  aaaa: sanitize(recordValues(aaaa)),
  cname: sanitize(recordValues(cname)),
  caa: sanitize(caa.flatMap(caaText)),
  www: www ? sanitize([...recordValues(www.cname), ...recordValues(www.a)]) : [],
});
