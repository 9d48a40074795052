import type { CaaRecord } from 'node:dns';
import { Resolver } from 'node:dns/promises';

/** For all queries about one domain together. */
const LOOKUP_TIMEOUT_MS = 2_500;
/** For one attempt with one name server; another follows. */
const ATTEMPT_TIMEOUT_MS = 1_000;
/** Number of names, from the domain upwards, whose CAA records are read. */
const MAX_CAA_STEPS = 4;

/** The result for one kind of record: values, none of this kind, no such name, no answer. */
export type LookupResult<T> =
  | { readonly kind: 'found'; readonly values: readonly T[] }
  | { readonly kind: 'none' | 'unknownName' | 'unanswered' };

/** The values; empty if there are none. */
export const recordValues = <T>(found: LookupResult<T>): readonly T[] =>
  found.kind === 'found' ? found.values : [];

const notFoundCodes: Readonly<Record<string, 'none' | 'unknownName'>> = {
  ENODATA: 'none',
  ENOTFOUND: 'unknownName',
};

const toResult = async <T>(query: Promise<T[]>): Promise<LookupResult<T>> => {
  try {
    const values = await query;
    return values.length > 0 ? { kind: 'found', values } : { kind: 'none' };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return { kind: notFoundCodes[code] ?? 'unanswered' };
  }
};

/** The CAA records that count for the domain: its own, or of the nearest name above that has some (RFC 8659). */
const nearestCaa = async (resolver: Resolver, domain: string): Promise<readonly CaaRecord[]> => {
  const labels = domain.split('.');
  const names = labels.slice(0, -1).map((_label, index) => labels.slice(index).join('.'));
  const queries = names.slice(0, MAX_CAA_STEPS).map((name) => toResult(resolver.resolveCaa(name)));
  const all = await Promise.all(queries);
  return all.map(recordValues).find((values) => values.length > 0) ?? [];
};

/** The records of `www.` before the domain; undefined if the domain itself starts with it. */
const readWwwRecords = async (resolver: Resolver, domain: string) => {
  if (domain.startsWith('www.')) return undefined;
  const name = `www.${domain}`;
  const [cname, a] = await Promise.all([
    toResult(resolver.resolveCname(name)),
    toResult(resolver.resolve4(name)),
  ]);
  return { cname, a };
};

/**
 * Sends all queries about a domain at once. Those without an answer when the time ends count as unanswered.
 * @param servers name servers, as `dns.setServers` takes them; without them, the system's
 */
export const readRecords = async (domain: string, servers?: readonly string[]) => {
  const timeout = ATTEMPT_TIMEOUT_MS;
  const resolver = new Resolver({ timeout, tries: 2, maxTimeout: timeout });
  if (servers) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), LOOKUP_TIMEOUT_MS);
  const [a, aaaa, cname, caa, www] = await Promise.all([
    toResult(resolver.resolve4(domain)),
    toResult(resolver.resolve6(domain)),
    toResult(resolver.resolveCname(domain)),
    nearestCaa(resolver, domain),
    readWwwRecords(resolver, domain),
  ]);
  clearTimeout(timer);
  return { a, aaaa, cname, caa, www };
};

/** The DNS records of a domain. */
export type DomainRecords = Awaited<ReturnType<typeof readRecords>>;
