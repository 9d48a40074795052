import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';

/** Headers of an answer, by lower-case name. */
export type Headers = Readonly<Record<string, string>>;

/** An answer that is more than a body: with headers, or another status than the route's own. */
export class HttpReply<T> {
  constructor(
    readonly body: T,
    readonly headers: Headers = {},
    readonly status?: number,
  ) {}

  /** The client holds the current state already. */
  static notModified(headers: Headers): HttpReply<never> {
    return new HttpReply<never>(undefined as never, headers, 304);
  }

  /** A body that is ready to be sent. */
  static raw(bytes: Buffer | Readable, headers: Headers, status?: number): HttpReply<never> {
    return new HttpReply<never>(bytes as never, headers, status);
  }

  /** The headers of a body, and none of it; their `content-length` stays as it is. */
  static empty(headers: Headers): HttpReply<never> {
    return HttpReply.raw(Readable.from([]), headers);
  }
}

/** The entity tag of a version. */
export const formatEtag = (version: number): string => `"${version}"`;

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Whether `If-None-Match` names `etag`, by weak comparison. */
export const matchesEtag = (header: string | undefined, etag: string): boolean => {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const wanted = opaque(etag);
  return header.split(',').some((tag) => opaque(tag) === wanted);
};

/** A new record and its location; with the tag of its version, if it has one. */
export const created = <T extends object>(record: T, location: string): HttpReply<T> => {
  const tag = 'version' in record ? { etag: formatEtag(Number(record.version)) } : undefined;
  return new HttpReply(record, { location, ...tag });
};

/** `body` with its `etag`, or 304 if the client holds the same. */
export const revalidated = <T>(
  body: T,
  headers: Headers & { readonly etag: string },
  { headers: asked }: Pick<FastifyRequest, 'headers'>,
): HttpReply<T> =>
  matchesEtag(asked['if-none-match'], headers.etag)
    ? HttpReply.notModified(headers)
    : new HttpReply(body, headers);
