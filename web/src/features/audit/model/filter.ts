import { type AuditKind, auditKinds, filterDay } from '@ctdb/contracts';

/** The filter in the URL; days are in the reader's time zone. */
export interface AuditFilter {
  kind: AuditKind | undefined;
  actor: string;
  /** Hash of an address or an account. */
  source: string;
  /** First day, `2026-11-21`. */
  from: string;
  /** Last day, included. */
  to: string;
}

const SOURCE = /^[\w-]{16}$/;

/** Whether a text is the hash of an address or an account. */
export const isSourceHash = (text: string): boolean => SOURCE.test(text);

const parseDay = (text: string | null): string => filterDay.safeParse(text).data ?? '';

/** Reads the filter; invalid values count as absent. */
export const readFilter = (search: URLSearchParams): AuditFilter => ({
  kind: auditKinds.find((kind) => kind === search.get('kind')),
  actor: (search.get('actor') ?? '').trim().slice(0, 100),
  source: isSourceHash(search.get('source') ?? '') ? (search.get('source') ?? '') : '',
  from: parseDay(search.get('from')),
  to: parseDay(search.get('to')),
});

/** Reads the page, from 1; invalid values count as absent. */
export const readPage = (search: URLSearchParams): number => {
  const page = Number(search.get('page'));
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
};

/** The URL parameters of a filter and a page; empty values are left out. */
export const writeFilter = (
  { kind, actor, source, from, to }: AuditFilter,
  page = 1,
): URLSearchParams => {
  const values = { kind, actor, source, from, to, page: page > 1 ? String(page) : '' };
  const given = Object.entries(values).filter((entry): entry is [string, string] => !!entry[1]);
  return new URLSearchParams(given);
};

/** Midnight in the reader's time zone, `after` days later. */
const midnight = (day: string, after = 0): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + after).toISOString();
};

/** The filter as query parameters of the server; the moment `to` is exclusive. */
export const asQuery = ({ kind, actor, source, from, to }: AuditFilter) => ({
  ...(kind && { kind }),
  ...(actor && { actor }),
  ...(source && { source }),
  ...(from && { from: midnight(from) }),
  ...(to && { to: midnight(to, 1) }),
});
