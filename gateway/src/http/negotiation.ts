import { locales, type Locale } from '@ctdb/contracts';
import { negotiate } from '@fastify/accept-negotiator';
import Negotiator from 'negotiator';

/** Encodings of responses, the preferred one first. */
export const encodings = ['br', 'gzip'] as const;
/** One of {@link encodings}. */
export type Encoding = (typeof encodings)[number];

/**
 * The encoding that `Accept-Encoding` prefers, Brotli if it prefers none; absent: none of them. `*`
 * counts as gzip, as in `@fastify/compress`.
 */
export const negotiateEncoding = (header = ''): Encoding | undefined =>
  negotiate<Encoding>(header.toLowerCase().replaceAll('*', 'gzip'), [...encodings]) ?? undefined;

/** The product's language that `Accept-Language` prefers; English if none fits. */
export const negotiateLocale = (header: string | undefined): Locale => {
  // The product's own client sends one language, most programs send none.
  if (header === undefined || header === 'en') return 'en';
  if (header === 'kn') return 'kn';
  const negotiator = new Negotiator({ headers: { 'accept-language': header } });
  return (negotiator.language(locales) as Locale | undefined) ?? locales[0];
};
