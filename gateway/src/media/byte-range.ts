import { DomainError } from '@ctdb/contracts';

/** Part of a file: both ends count. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The part that a `Range` header asks for (RFC 9110, 14.2). Whatever asks for something else than one
 * range of bytes is answered with the whole, as the standard allows: `undefined`. Throws
 * `RANGE_NOT_SATISFIABLE` where nothing of the file lies in it.
 */
export const rangeOf = (header: string | undefined, size: number): ByteRange | undefined => {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match) return undefined;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  // The wrong way round: not a range.
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  if (first >= size || (from === '' && to !== '' && Number(to) === 0))
    throw new DomainError('RANGE_NOT_SATISFIABLE', { size });
  return { first, last };
};
