import { describe, expect, it } from 'vitest';
import { DomainError, fromWireError } from './errors.js';

describe('errors on the wire', () => {
  it('come back with code and parameters', () => {
    const thrown = new DomainError('RATE_LIMITED', { retryAfter: 7 });
    const received = fromWireError({ code: thrown.code, params: { ...thrown.params } });
    expect(received).toBeInstanceOf(DomainError);
    expect(received).toMatchObject({ code: 'RATE_LIMITED', params: { retryAfter: 7 } });
  });

  it('lose undeclared parameters', () => {
    const received = fromWireError({
      code: 'NOT_FOUND',
      params: { kind: 'disease', secret: 'x' },
    });
    expect(received.params).toEqual({ kind: 'disease' });
  });

  it('become an internal error where the parameters do not fit', () => {
    expect(fromWireError({ code: 'RATE_LIMITED', params: {} }).code).toBe('INTERNAL_ERROR');
  });
});
