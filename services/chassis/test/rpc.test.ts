import { beforeAll, describe, expect, it } from 'vitest';
import type { RequestHeaders } from '@ctdb/contracts';
import { newTraceparent } from '../src/index.js';
import {
  admin,
  anonymous,
  newTokenKeys,
  passHolder,
  rpcCallers,
  startTestService,
  testEnv,
  testTokens,
  waitUntil,
} from '../src/testing/index.js';
import {
  done,
  echo,
  EchoModule,
  fail,
  slowCommand,
  slowQuery,
  unanswered,
} from './echo.fixture.js';
import { rawCaller } from './raw-caller.fixture.js';

const env = testEnv();
const tokens = testTokens(env);
let as: Awaited<ReturnType<typeof rpcCallers>>;
let send: Awaited<ReturnType<typeof rawCaller>>;

beforeAll(async () => {
  await startTestService(EchoModule, env);
  as = await rpcCallers(env);
  send = await rawCaller(env);
});

describe('a call', () => {
  it('reaches the handler with its subject; only declared fields come back', async () => {
    const answer = await as(passHolder())(echo, { text: 'ನಮಸ್ಕಾರ' });
    expect(answer).toEqual({ text: 'ನಮಸ್ಕಾರ', role: 'pass', commandId: expect.any(String) });
  });

  it('may be one of many at a time, each with its own answer', async () => {
    const call = as(admin());
    const texts = Array.from({ length: 100 }, (_, index) => String(index));
    const answers = await Promise.all(texts.map((text) => call(echo, { text })));
    expect(answers.map(({ text }) => text)).toEqual(texts);
  });

  it('with a request that does not fit is refused without a message', async () => {
    await expect(
      as(admin())(echo, { text: 'x'.repeat(101), more: 1 } as { text: string }),
    ).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      params: {
        faults: [
          { path: 'text', code: 'TOO_LONG', params: { max: 100 } },
          { path: 'more', code: 'UNKNOWN_KEY' },
        ],
      },
    });
  });

  it('ends with SERVICE_UNAVAILABLE at its deadline', async () => {
    const start = performance.now();
    await expect(
      as(admin())(slowQuery, { id: 'slow', milliseconds: 1_000 }, { deadlineMs: 100 }),
    ).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', params: { retryAfter: 1 } });
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it('is not made at all when its deadline has passed', async () => {
    await expect(
      as(admin())(slowQuery, { id: 'never', milliseconds: 0 }, { deadline: Date.now() - 1 }),
    ).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(done).not.toContain('never');
  });

  it('to a service that has never run here fails at once', async () => {
    const start = performance.now();
    await expect(
      as(anonymous)({ ...echo, service: 'billing' }, { text: 'x' }),
    ).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(performance.now() - start).toBeLessThan(echo.deadlineMs / 2);
  });
});

describe('the id of a command', () => {
  it('is the same for every try with one idempotency key, and only then', async () => {
    const idOf = async (subject: Parameters<typeof as>[0], idempotencyKey?: string) => {
      const context = idempotencyKey === undefined ? {} : { idempotencyKey };
      const answer = await as(subject)(slowCommand, { id: 'x', milliseconds: 0 }, context);
      return answer.commandId;
    };
    const first = await idOf(admin(), 'key-1');
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(await idOf(admin(), 'key-1')).toBe(first);
    expect(await idOf(admin(), 'key-2')).not.toBe(first);
    expect(await idOf(passHolder(), 'key-1')).not.toBe(first);
    expect(await idOf(admin())).not.toBe(await idOf(admin()));
  });
});

describe('what a handler throws', () => {
  it.each([
    ['domain', 'NOT_FOUND', { kind: 'disease' }],
    ['unknown', 'INTERNAL_ERROR', {}],
    ['connection', 'SERVICE_UNAVAILABLE', { retryAfter: 1 }],
    ['reply', 'INTERNAL_ERROR', {}],
  ] as const)('%s becomes %s', async (how, code, params) => {
    await expect(as(admin())(fail, { how })).rejects.toMatchObject({ code, params });
  });

  it('is INTERNAL_ERROR for a message that nothing answers', async () => {
    await expect(as(admin())(unanswered, {})).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
  });
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

describe('a service that gets a message', () => {
  it('answers it if it is as our client sends it', async () => {
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

  it.each([
    ['drops a message whose deadline has passed, unworked', 'expired', -1, 0],
    ['does not send an answer that comes too late', 'late', 500, 700],
  ])('%s', async (_, id, left, milliseconds) => {
    const sendSlow = async (request: object, overrides: Partial<RequestHeaders> = {}) =>
      send(JSON.stringify(request), { type: slowQuery.name, headers: await headers(overrides) });
    let reply: unknown;
    const sent = sendSlow({ id, milliseconds }, { deadline: Date.now() + left });
    void sent.then((answer) => (reply = answer));
    if (milliseconds > 0) await waitUntil(() => done.includes(id));
    // It is begun later and lasts longer than an answer to the first would need.
    expect(await sendSlow({ id: 'next', milliseconds: 100 })).toMatchObject({ ok: true });
    expect([reply, done.includes(id)]).toEqual([undefined, milliseconds > 0]);
  });
});
