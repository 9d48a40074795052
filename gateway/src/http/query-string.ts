import type { FieldError } from '@ctdb/contracts';

/** A query string taken apart: each name once, and what is wrong with it. */
export type QueryString = {
  readonly values: Readonly<Record<string, string>>;
  readonly errors: readonly FieldError[];
};

const MAX_NAME_LENGTH = 100;
const emptyQuery: QueryString = { values: {}, errors: [] };

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
};

/**
 * Takes a query string apart, strictly: escapes that are no UTF-8 and names that come twice are
 * errors. Never throws, because the router calls it.
 */
export const parseQueryString = (text: string): QueryString => {
  if (text === '') return emptyQuery;
  const values = Object.create(null) as Record<string, string>;
  const errors: FieldError[] = [];
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const cut = pair.indexOf('=');
    const rawName = cut === -1 ? pair : pair.slice(0, cut);
    const name = decode(rawName);
    const value = cut === -1 ? '' : decode(pair.slice(cut + 1));
    const path = (name ?? rawName).slice(0, MAX_NAME_LENGTH);
    if (name === undefined || value === undefined) errors.push({ path, code: 'BROKEN_UNICODE' });
    else if (name in values) errors.push({ path, code: 'TOO_MANY', params: { max: 1 } });
    else values[name] = value;
  }
  return { values, errors };
};
