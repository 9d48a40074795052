import { Readable } from 'node:stream';
import { formatEtag } from './preconditions.js';

/** Headers of an answer, by lower-case name. */
export type Headers = Readonly<Record<string, string>>;

/** An answer that is more than a body: with headers, or another status than the route's own. */
export class Answer<T> {
  constructor(
    readonly body: T,
    readonly headers: Headers = {},
    readonly status?: number,
  ) {}

  /** The client holds the current state already. */
  static notModified(headers: Headers): Answer<never> {
    return new Answer<never>(undefined as never, headers, 304);
  }

  /** A body that is ready to be sent. */
  static ready(bytes: Buffer | Readable, headers: Headers, status?: number): Answer<never> {
    return new Answer<never>(bytes as never, headers, status);
  }

  /** The headers of a body, and none of it; their `content-length` stays as it is. */
  static empty(headers: Headers): Answer<never> {
    return Answer.ready(Readable.from([]), headers);
  }
}

/** A new record and its location; with the tag of its version, if it has one. */
export const created = <T extends object>(record: T, location: string): Answer<T> => {
  const tag = 'version' in record ? { etag: formatEtag(Number(record.version)) } : undefined;
  return new Answer(record, { location, ...tag });
};
