import { randomBytes } from 'node:crypto';

const pattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const zeros = /^0+$/;

/**
 * Parses the header `traceparent` of W3C Trace Context (https://www.w3.org/TR/trace-context/), version 00:
 * `00-<trace id, 32 hex>-<span id, 16 hex>-<flags, 2 hex>`. Anything that the recommendation calls invalid
 * is `undefined`.
 */
export const parseTraceparent = (header: string | undefined) => {
  const [, version, traceId, spanId, flags, rest] = pattern.exec(header ?? '') ?? [];
  if (version === undefined || traceId === undefined || spanId === undefined) return undefined;
  // Version ff is forbidden; only versions after 00 may carry more.
  if (version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (zeros.test(traceId) || zeros.test(spanId) || flags === undefined) return undefined;
  return { traceId, spanId, flags };
};

/** Whether the spans of this trace are exported. */
export const isSampled = (traceparent: string): boolean => traceparent.endsWith('1');

// One request for random bytes serves many ids: it costs a system call.
const POOL_BYTES = 4_096;
let pool = Buffer.alloc(0);
let used = 0;

const randomHex = (bytes: number): string => {
  if (used + bytes > pool.length) {
    pool = randomBytes(POOL_BYTES);
    used = 0;
  }
  const id = pool.toString('hex', used, used + bytes);
  used += bytes;
  return zeros.test(id) ? randomHex(bytes) : id;
};

/** A new id of a span. */
export const newSpanId = (): string => randomHex(8);

const createTraceparent = (traceId = randomHex(16), flags = '00'): string =>
  `00-${traceId}-${newSpanId()}-${flags}`;

/** A new trace with its first span; not sampled (flags 00). */
export const newTraceparent = (): string => createTraceparent();

/**
 * The trace that a client has named, with a span of ours, or a new one. It is not sampled: a client does not
 * decide what is exported.
 */
export const clientTraceparent = (header: string | undefined): string =>
  createTraceparent(parseTraceparent(header)?.traceId);

/** The same trace with a new span: one hop further. An invalid header starts a new trace. */
export const childTraceparent = (header: string | undefined): string => {
  const { traceId, flags = '' } = parseTraceparent(header) ?? {};
  // Of the flags only "sampled" is known; the recommendation has unknown ones set to zero.
  return createTraceparent(traceId, Number.parseInt(flags, 16) & 1 ? '01' : '00');
};
