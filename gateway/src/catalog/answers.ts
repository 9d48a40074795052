import { Answer } from '../http/answer.js';
import { etagOf } from '../http/preconditions.js';

interface Versioned {
  readonly version: number;
}

/** A record with the tag that `If-Match` wants back. */
export const versioned = <T extends Versioned>(record: T): Answer<T> =>
  new Answer(record, { etag: etagOf(record.version) });

/** A new record, and where it is found. */
export const created = <T extends object>(record: T, location: string): Answer<T> => {
  const tag = 'version' in record ? { etag: etagOf(Number(record.version)) } : undefined;
  return new Answer(record, { location, ...tag });
};
