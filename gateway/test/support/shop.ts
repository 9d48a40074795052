import { hash } from 'node:crypto';

/** What a buyer's page sends for an hour in dollars. */
export const order = { amount: '9.99', currency: 'usd', intent: 'capture' };
/** The header of requests from our own pages. */
export const own = { 'sec-fetch-site': 'same-origin' };

/** SHA-256 of a browser's token. */
export const hashOf = (token: string): string => hash('sha256', token);

/** The browser's token in the cookies of an answer. */
export const passCookie = (header: string[] | undefined) => {
  const [value = '', ...attributes] = (header ?? []).at(-1)?.split('; ') ?? [];
  return { token: /^pass=([\w-]{43})$/.exec(value)?.[1] ?? '', attributes };
};
