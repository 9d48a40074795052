import { afterEach, expect, it, vi } from 'vitest';
import type { Subject } from '@ctdb/contracts';
import { importJWK, SignJWT, type JWK } from 'jose';
import { z } from 'zod';
import { baseEnv, signerEnv } from '../config/chassis-env.js';
import { ServiceTokens } from './service-token.js';
import { newTokenKeys } from '../testing/token-keys.js';

const { SERVICE_TOKEN_PUBLIC_KEYS } = baseEnv;
const pair = () => z.object({ SERVICE_TOKEN_PUBLIC_KEYS, ...signerEnv }).parse(newTokenKeys());
const keys = pair();
const { SERVICE_TOKEN_PRIVATE_KEY: privateKey, ...publicKeys } = keys;
const subject: Subject = { role: 'admin', id: 'a', name: 'admin', sessionId: 's' };
const START = Date.parse('2026-01-01T00:00:00Z');

const forge = async (
  claims: object,
  header: { alg: string; kid?: string } = { alg: 'EdDSA', kid: privateKey.kid },
  key: JWK | string = privateKey,
): Promise<string> =>
  new SignJWT({ subject, ...claims })
    .setProtectedHeader(header)
    .setIssuer('gateway')
    .setAudience('catalog')
    .setIssuedAt()
    .setExpirationTime('60s')
    .sign(typeof key === 'string' ? new TextEncoder().encode(key) : await importJWK(key, 'EdDSA'));

const at = (seconds: number): void => {
  vi.useFakeTimers({ now: START + seconds * 1_000, toNotFake: ['queueMicrotask', 'nextTick'] });
};

afterEach(() => {
  vi.useRealTimers();
});

it('a service token tells one service who the subject is', async () => {
  const tokens = new ServiceTokens(keys);
  const token = await tokens.sign(subject, 'catalog');
  expect(await new ServiceTokens(publicKeys).verify(token, 'catalog')).toEqual(subject);
  expect(await tokens.verify(token, 'billing')).toBeUndefined();
});

it('a service token is used again for 20 s, and for the same subject and service only', async () => {
  const tokens = new ServiceTokens(keys);
  at(0);
  const token = await tokens.sign(subject, 'catalog');
  at(19);
  expect(tokens.sign({ ...subject }, 'catalog')).toBe(token);
  expect(await tokens.sign({ ...subject, id: 'b' }, 'catalog')).not.toBe(token);
  expect(await tokens.sign(subject, 'billing')).not.toBe(token);
  at(21);
  expect(await tokens.sign(subject, 'catalog')).not.toBe(token);
});

it('a service token is refused after its 60 s (and 5 s for clocks that differ), remembered or not', async () => {
  const tokens = new ServiceTokens(keys);
  at(0);
  const token = await tokens.sign(subject, 'catalog');
  expect(await tokens.verify(token, 'catalog')).toEqual(subject);
  at(64);
  expect(tokens.verify(token, 'catalog')).toEqual(subject);
  at(66);
  expect(await tokens.verify(token, 'catalog')).toBeUndefined();
  expect(await new ServiceTokens(publicKeys).verify(token, 'catalog')).toBeUndefined();
});

it('a service token of another key, algorithm, issuer or content is refused', async () => {
  const tokens = new ServiceTokens(publicKeys);
  const other = pair();
  const ofOther = { alg: 'EdDSA', kid: privateKey.kid };
  for (const token of [
    await new ServiceTokens(other).sign(subject, 'catalog'),
    await forge({}, ofOther, other.SERVICE_TOKEN_PRIVATE_KEY),
    await forge({}, { alg: 'HS256' }, '0123456789abcdef0123456789abcdef'),
    // The public key is known to all: it must not do for a secret.
    await forge({}, { alg: 'HS256', kid: privateKey.kid }, privateKey.x.repeat(2)),
    await forge({ subject: { role: 'root' } }),
    `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`,
    'nonsense',
    '',
  ]) {
    expect(await tokens.verify(token, 'catalog')).toBeUndefined();
  }
  expect(await tokens.verify(await forge({}), 'catalog')).toEqual(subject);
});

it('a service token is not made without a private key', async () => {
  expect(await new ServiceTokens(publicKeys).sign(subject, 'catalog')).toBe('');
});

it('a service token of the old and of the new key is accepted during a rotation', async () => {
  const next = pair();
  const sets = [keys, next].map((each) => each.SERVICE_TOKEN_PUBLIC_KEYS);
  const both = { keys: sets.flatMap((set) => set.keys) };
  const tokens = new ServiceTokens({ SERVICE_TOKEN_PUBLIC_KEYS: both });
  for (const signer of [keys, next]) {
    const token = await new ServiceTokens(signer).sign(subject, 'catalog');
    expect(await tokens.verify(token, 'catalog')).toEqual(subject);
  }
});
