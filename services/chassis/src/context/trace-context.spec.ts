import { expect, it } from 'vitest';
import { childTraceparent, newTraceparent, parseTraceparent } from './trace-context.js';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';
const header = `00-${traceId}-${spanId}-01`;

it('traceparent is parsed, also if it is of a later version, which may carry more', () => {
  expect(parseTraceparent(header)).toEqual({ traceId, spanId, flags: '01' });
  expect(parseTraceparent(`01-${traceId}-${spanId}-01-more`)).toMatchObject({ traceId });
});

it.each([
  undefined,
  '',
  'nonsense',
  `00-${traceId}-${spanId}`,
  `00-${traceId}-${spanId}-01-more`,
  `ff-${traceId}-${spanId}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
])('traceparent %s is invalid, and starts a new trace', (invalid) => {
  expect(parseTraceparent(invalid)).toBeUndefined();
  const child = parseTraceparent(childTraceparent(invalid));
  expect(child).toBeDefined();
  expect(child?.traceId).not.toBe(traceId);
});

it('traceparent of a child keeps the trace and the sampled flag, with a span of its own', () => {
  const child = parseTraceparent(childTraceparent(`00-${traceId}-${spanId}-ff`));
  expect(child).toMatchObject({ traceId, flags: '01' });
  expect(child?.spanId).not.toBe(spanId);
  expect(parseTraceparent(childTraceparent(`00-${traceId}-${spanId}-02`))?.flags).toBe('00');
});

it('traceparent is new every time', () => {
  const many = new Set(Array.from({ length: 1_000 }, newTraceparent));
  expect(many.size).toBe(1_000);
  for (const one of many) expect(parseTraceparent(one)).toBeDefined();
});
