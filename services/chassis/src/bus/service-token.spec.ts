import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Subject } from '@ctdb/contracts';
import { SignJWT } from 'jose';
import { ServiceTokens } from './service-token.js';

const secret = '0123456789abcdef0123456789abcdef';
const key = new TextEncoder().encode(secret);
const subject: Subject = { role: 'admin', id: 'a', name: 'admin', sessionId: 's' };
const START = Date.parse('2026-01-01T00:00:00Z');

const forge = (alg: string, claims: object): Promise<string> =>
  new SignJWT({ subject, ...claims })
    .setProtectedHeader({ alg })
    .setIssuer('gateway')
    .setAudience('catalog')
    .setIssuedAt()
    .setExpirationTime('60s')
    .sign(key);

const at = (seconds: number): void => {
  jest.useFakeTimers({ now: START + seconds * 1_000, doNotFake: ['queueMicrotask', 'nextTick'] });
};

afterEach(() => {
  jest.useRealTimers();
});

describe('a service token', () => {
  it('tells one service who the subject is', async () => {
    const tokens = new ServiceTokens(secret);
    const token = await tokens.sign(subject, 'catalog');
    expect(await new ServiceTokens(secret).verify(token, 'catalog')).toEqual(subject);
    expect(await tokens.verify(token, 'billing')).toBeUndefined();
  });

  it('is used again for 20 s, and for the same subject and service only', async () => {
    const tokens = new ServiceTokens(secret);
    at(0);
    const token = await tokens.sign(subject, 'catalog');
    at(19);
    expect(tokens.sign({ ...subject }, 'catalog')).toBe(token);
    expect(await tokens.sign({ ...subject, id: 'b' }, 'catalog')).not.toBe(token);
    expect(await tokens.sign(subject, 'billing')).not.toBe(token);
    at(21);
    expect(await tokens.sign(subject, 'catalog')).not.toBe(token);
  });

  it('is refused after its 60 s (and 5 s for clocks that differ), remembered or not', async () => {
    const tokens = new ServiceTokens(secret);
    at(0);
    const token = await tokens.sign(subject, 'catalog');
    expect(await tokens.verify(token, 'catalog')).toEqual(subject);
    at(64);
    expect(tokens.verify(token, 'catalog')).toEqual(subject);
    at(66);
    expect(await tokens.verify(token, 'catalog')).toBeUndefined();
    expect(await new ServiceTokens(secret).verify(token, 'catalog')).toBeUndefined();
  });

  it('of another secret, algorithm, issuer or content is refused', async () => {
    const tokens = new ServiceTokens(secret);
    const other = new ServiceTokens('fedcba9876543210fedcba9876543210');
    for (const token of [
      await other.sign(subject, 'catalog'),
      await forge('HS512', {}),
      await forge('HS256', { subject: { role: 'root' } }),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`,
      'nonsense',
    ]) {
      expect(await tokens.verify(token, 'catalog')).toBeUndefined();
    }
    expect(await tokens.verify(await forge('HS256', {}), 'catalog')).toEqual(subject);
  });
});
