import { expect, it } from 'vitest';
import { DomainError } from './errors.js';
import { fromWireError } from './wire-errors.js';

it('errors on the wire come back with code and parameters', () => {
  const thrown = new DomainError('RATE_LIMITED', { retryAfter: 7 });
  const received = fromWireError({ code: thrown.code, params: { ...thrown.params } });
  expect(received).toBeInstanceOf(DomainError);
  expect(received).toMatchObject({ code: 'RATE_LIMITED', params: { retryAfter: 7 } });
});

it('errors on the wire lose undeclared parameters', () => {
  const received = fromWireError({
    code: 'NOT_FOUND',
    params: { kind: 'disease', secret: 'x' },
  });
  expect(received.params).toEqual({ kind: 'disease' });
});

it('errors on the wire become an internal error where the parameters do not fit', () => {
  expect(fromWireError({ code: 'RATE_LIMITED', params: {} }).code).toBe('INTERNAL_ERROR');
});
