import type { CaaRecord } from 'node:dns';
import { Resolver } from 'node:dns/promises';

/** How long all questions about one domain may take together; milliseconds. */
const LOOKUP_TIMEOUT_MS = 2_500;
/** One name server, one try; another follows. Milliseconds. */
const ATTEMPT_TIMEOUT_MS = 1_000;

/** What name servers said of one kind of record: values, none of this kind, no such name, nothing. */
export type LookupResult<T> =
  | { readonly kind: 'found'; readonly values: readonly T[] }
  | { readonly kind: 'none' | 'unknownName' | 'unanswered' };

/** The values, where there are any. */
export const recordValues = <T>(found: LookupResult<T>): readonly T[] =>
  found.kind === 'found' ? found.values : [];

const absences: Readonly<Record<string, 'none' | 'unknownName'>> = {
  ENODATA: 'none',
  ENOTFOUND: 'unknownName',
};

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/**
 * The questions about one domain: each is asked once, and those that have no answer when the time is
 * over count as unanswered. To be ended by {@link close}.
 */
export class DnsLookup {
  private readonly resolver = new Resolver({
    timeout: ATTEMPT_TIMEOUT_MS,
    tries: 2,
    maxTimeout: ATTEMPT_TIMEOUT_MS,
  });
  private readonly timer: NodeJS.Timeout;
  private isOver = false;

  /** `servers`: name servers, as `dns.setServers` takes them; without them, the system's. */
  constructor(servers?: readonly string[], timeoutMs = LOOKUP_TIMEOUT_MS) {
    if (servers) this.resolver.setServers(servers);
    this.timer = setTimeout(() => this.close(), timeoutMs);
  }

  /** Whatever is still unanswered stays so. */
  close(): void {
    this.isOver = true;
    clearTimeout(this.timer);
    this.resolver.cancel();
  }

  a(name: string): Promise<LookupResult<string>> {
    return this.ask(() => this.resolver.resolve4(name));
  }

  aaaa(name: string): Promise<LookupResult<string>> {
    return this.ask(() => this.resolver.resolve6(name));
  }

  cname(name: string): Promise<LookupResult<string>> {
    return this.ask(() => this.resolver.resolveCname(name));
  }

  caa(name: string): Promise<LookupResult<CaaRecord>> {
    return this.ask(() => this.resolver.resolveCaa(name));
  }

  private async ask<T>(query: () => Promise<T[]>): Promise<LookupResult<T>> {
    if (this.isOver) return { kind: 'unanswered' };
    try {
      const values = await query();
      return values.length > 0 ? { kind: 'found', values } : { kind: 'none' };
    } catch (error) {
      return { kind: absences[codeOf(error)] ?? 'unanswered' };
    }
  }
}
