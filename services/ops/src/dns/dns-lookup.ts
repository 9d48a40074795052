import type { CaaRecord } from 'node:dns';
import { Resolver } from 'node:dns/promises';

/** For all queries about one domain together. */
const LOOKUP_TIMEOUT_MS = 2_500;
/** For one attempt with one name server; another follows. */
const ATTEMPT_TIMEOUT_MS = 1_000;

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

/** The queries about one domain. Those without an answer when the time ends count as unanswered. */
export class DnsLookup {
  private readonly resolver = new Resolver({
    timeout: ATTEMPT_TIMEOUT_MS,
    tries: 2,
    maxTimeout: ATTEMPT_TIMEOUT_MS,
  });
  private isOver = false;

  /** `servers`: name servers, as `dns.setServers` takes them; without them, the system's. */
  constructor(servers?: readonly string[]) {
    if (servers) this.resolver.setServers(servers);
    setTimeout(() => {
      this.isOver = true;
      this.resolver.cancel();
    }, LOOKUP_TIMEOUT_MS).unref();
  }

  a(name: string): Promise<LookupResult<string>> {
    return this.query(() => this.resolver.resolve4(name));
  }

  aaaa(name: string): Promise<LookupResult<string>> {
    return this.query(() => this.resolver.resolve6(name));
  }

  cname(name: string): Promise<LookupResult<string>> {
    return this.query(() => this.resolver.resolveCname(name));
  }

  caa(name: string): Promise<LookupResult<CaaRecord>> {
    return this.query(() => this.resolver.resolveCaa(name));
  }

  private async query<T>(resolve: () => Promise<T[]>): Promise<LookupResult<T>> {
    if (this.isOver) return { kind: 'unanswered' };
    try {
      const values = await resolve();
      return values.length > 0 ? { kind: 'found', values } : { kind: 'none' };
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      return { kind: notFoundCodes[code] ?? 'unanswered' };
    }
  }
}
