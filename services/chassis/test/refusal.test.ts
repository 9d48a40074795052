import { beforeAll, describe, expect, it } from 'vitest';
import type { RequestHeaders } from '@ctdb/contracts';
import { newTraceparent } from '../src/index.js';
import {
  admin,
  newTokenKeys,
  startTestService,
  testEnv,
  testTokens,
} from '../src/testing/index.js';
import { done, echo, EchoModule, fail, slowQuery } from './echo.fixture.js';
import { rawCaller } from './raw-caller.fixture.js';

const env = testEnv();
const tokens = testTokens(env);
let send: Awaited<ReturnType<typeof rawCaller>>;

beforeAll(async () => {
  await startTestService(EchoModule, env);
  send = await rawCaller(env);
});

const headers = async (overrides: Partial<RequestHeaders> = {}): Promise<RequestHeaders> => ({
  auth: await tokens.sign(admin(), 'catalog'),
  requestId: 'r-1',
  traceparent: newTraceparent(),
  locale: 'en',
  deadline: Date.now() + 5_000,
  ...overrides,
});

const sendEcho = async (body: string | Buffer, overrides: Partial<RequestHeaders> = {}) =>
  send(body, { type: echo.name, headers: await headers(overrides) });

const failure = (code: string) => ({ ok: false, error: { code, params: expect.anything() } });

describe('a service', () => {
  it('answers a message as our client sends it', async () => {
    expect(await sendEcho('{"text":"x"}')).toMatchObject({ ok: true, data: { text: 'x' } });
  });

  it('refuses a token of another key, of another service, a broken one, and none', async () => {
    const others = testTokens(newTokenKeys());
    const refused = failure('FORBIDDEN');
    for (const auth of [
      await others.sign(admin(), 'catalog'),
      await tokens.sign(admin(), 'billing'),
      'not a token',
      '',
    ]) {
      const properties = { type: fail.name, headers: await headers({ auth }) };
      expect(await send('{"how":"domain"}', properties)).toEqual(refused);
    }
    expect(await send('{"text":"x"}', { type: echo.name })).toEqual(refused);
  });

  it('checks the request itself, whatever the caller has checked', async () => {
    expect(await sendEcho('{"text":{"$ne":null},"more":1}')).toEqual({
      ok: false,
      error: {
        code: 'VALIDATION_FAILED',
        params: {
          faults: [
            { path: 'text', code: 'WRONG_TYPE' },
            { path: 'more', code: 'UNKNOWN_KEY' },
          ],
        },
      },
    });
  });

  it('refuses what is not JSON or not UTF-8', async () => {
    expect(await sendEcho('{"text":')).toEqual(failure('MALFORMED_BODY'));
    const broken = Buffer.concat([
      Buffer.from('{"text":"'),
      Buffer.from([0xff]),
      Buffer.from('"}'),
    ]);
    expect(await sendEcho(broken)).toEqual(failure('MALFORMED_BODY'));
  });

  it('drops a message whose deadline has passed, unworked', async () => {
    const body = JSON.stringify({ id: 'expired', milliseconds: 0 });
    const reply = await send(body, {
      type: slowQuery.name,
      headers: await headers({ deadline: Date.now() - 1 }),
    });
    expect(reply).toBeUndefined();
    expect(done).not.toContain('expired');
  });

  it('does not send an answer that comes too late', async () => {
    const body = JSON.stringify({ id: 'late', milliseconds: 1_100 });
    const reply = await send(body, {
      type: slowQuery.name,
      headers: await headers({ deadline: Date.now() + 1_000 }),
    });
    expect(reply).toBeUndefined();
    expect(done).toContain('late');
  });
});
