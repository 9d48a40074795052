import { beforeAll, describe, expect, it } from '@jest/globals';
import { DomainError } from '@ctdb/contracts';
import { admin, anonymous, rpcCallers, startTestService, testEnv } from '../src/testing/index.js';
import { echo, EchoModule, fail, store } from './echo.fixture.js';

const env = testEnv();
let as: Awaited<ReturnType<typeof rpcCallers>>;

beforeAll(async () => {
  await startTestService(EchoModule, env);
  as = await rpcCallers(env);
});

describe('a call', () => {
  it('reaches the handler with its subject, and only declared fields come back', async () => {
    const answer = await as(admin())(echo, { text: 'ನಮಸ್ಕಾರ' });
    expect(answer).toEqual({ text: 'ನಮಸ್ಕಾರ', role: 'admin', commandId: expect.any(String) });
  });
  it('command', async () => {
    const answer = await as(anonymous)(store, { text: 'x' });
    expect(answer).toEqual({ text: 'x', role: 'anonymous', commandId: expect.any(String) });
  });
  it('maps errors', async () => {
    await expect(as(anonymous)(fail, { how: 'domain' })).rejects.toEqual(
      new DomainError('NOT_FOUND', { kind: 'disease' }),
    );
    await expect(as(anonymous)(fail, { how: 'unknown' })).rejects.toMatchObject({
      code: 'INTERNAL_ERROR',
      params: {},
    });
    await expect(as(anonymous)(fail, { how: 'connection' })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    await expect(as(anonymous)(fail, { how: 'reply' })).rejects.toMatchObject({
      code: 'INTERNAL_ERROR',
      params: {},
    });
  });
});
