import { randomBytes } from 'node:crypto';

/**
 * The header `traceparent` of W3C Trace Context (https://www.w3.org/TR/trace-context/), version 00:
 * `00-<trace id, 32 hex>-<span id, 16 hex>-<flags, 2 hex>`.
 */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly flags: string;
}

const pattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const zeros = /^0+$/;

/** Parses a `traceparent`; anything that the recommendation calls invalid is `undefined`. */
export const parseTraceparent = (header: string | undefined): TraceParent | undefined => {
  const [, version, traceId, spanId, flags, rest] = pattern.exec(header ?? '') ?? [];
  if (version === undefined || traceId === undefined || spanId === undefined) return undefined;
  // Version ff is forbidden; only versions after 00 may carry more.
  if (version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (zeros.test(traceId) || zeros.test(spanId) || flags === undefined) return undefined;
  return { traceId, spanId, flags };
};

/** The header of a span. */
export const formatTraceparent = ({ traceId, spanId, flags }: TraceParent): string =>
  `00-${traceId}-${spanId}-${flags}`;

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

/** A new trace with its first span; not sampled (flags 00). */
export const newTraceparent = (): string =>
  formatTraceparent({ traceId: randomHex(16), spanId: newSpanId(), flags: '00' });

/**
 * The trace that a client has named, with a span of ours, or a new one. It is not sampled: a client does not
 * decide what is exported.
 */
export const clientTraceparent = (header: string | undefined): string => {
  const traceId = parseTraceparent(header)?.traceId;
  if (traceId === undefined) return newTraceparent();
  return formatTraceparent({ traceId, spanId: newSpanId(), flags: '00' });
};

/** The same trace with a new span: one hop further. An invalid header starts a new trace. */
export const childTraceparent = (header: string | undefined): string => {
  const parent = parseTraceparent(header);
  if (!parent) return newTraceparent();
  // Of the flags only "sampled" is known; the recommendation has unknown ones set to zero.
  const flags = (Number.parseInt(parent.flags, 16) & 1) === 1 ? '01' : '00';
  return formatTraceparent({ traceId: parent.traceId, spanId: newSpanId(), flags });
};
