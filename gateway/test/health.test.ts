import { describe, expect, it } from 'vitest';
import { testEnv } from '@ctdb/chassis/testing';
import { DomainError, fixImages } from '@ctdb/contracts';
import { GatewayUnderTest, unlimited } from './support/gateway-under-test.js';
import { health, stagedMedia } from './support/staged-media.js';

const env = testEnv(unlimited);
const media = stagedMedia();

await media.start(env);
const gateway = await GatewayUnderTest.start(env);
const admin = await gateway.admin();

const fix = (language = 'en') =>
  gateway.call('/api/admin/fix-images', {
    method: 'POST',
    headers: { ...admin, 'accept-language': language },
  });

describe('fix-images', () => {
  it('returns its result in the language of the caller', async () => {
    const { status, json } = await fix();
    expect([status, json()]).toEqual([
      200,
      { ...health, message: 'Images checked: 24. Repaired: 2.' },
    ]);
    expect((await fix('kn')).json()['message']).toMatch(/^ಪರಿಶೀಲಿಸಿದ ಚಿತ್ರಗಳು: 24\./);
  });

  it('says that it is still running', async () => {
    media.answer(fixImages, () => ({ ...health, status: 'running' as const }));
    const { status, json } = await fix();
    expect([status, json()['message']]).toEqual([
      202,
      'The check is still running. Images checked so far: 24.',
    ]);
    expect(json()['error']).toBeUndefined();
  });

  it('has its failures as error, too', async () => {
    media.answer(fixImages, () => ({ ...health, status: 'failed' as const }));
    const message = 'The check could not be finished.';
    expect((await fix()).json()).toMatchObject({ status: 'failed', message, error: message });
    media.answer(fixImages, () => {
      throw new DomainError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
    });
    const away = await fix('kn');
    expect([away.status, away.json()['error']]).toEqual([503, away.json()['message']]);
    const stranger = await gateway.call('/api/admin/fix-images', { method: 'POST' });
    expect([stranger.status, stranger.json()['error']]).toEqual([401, stranger.json()['message']]);
  });
});
