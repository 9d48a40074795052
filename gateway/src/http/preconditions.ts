import { DomainError, idempotencyKey } from '@ctdb/contracts';

const entityTag = /^(?:W\/)?"([1-9]\d{0,14})"$/;

const rejectHeader = (header: string): never => {
  throw new DomainError('VALIDATION_FAILED', { faults: [{ path: header, code: 'WRONG_FORMAT' }] });
};

/** The version that `If-Match` asks for; `undefined` for none or any (`*`). */
export const parseIfMatch = (header: string | undefined): number | undefined => {
  if (header === undefined || header.trim() === '*') return undefined;
  const [, digits] = entityTag.exec(header.trim()) ?? [];
  return digits === undefined ? rejectHeader('If-Match') : Number(digits);
};

/** The client's `Idempotency-Key`, if any. */
export const parseIdempotencyKey = (header: string | string[] | undefined): string | undefined => {
  if (header === undefined) return undefined;
  const parsed = idempotencyKey.safeParse(header);
  return parsed.success ? parsed.data : rejectHeader('Idempotency-Key');
};

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
