import { randomUUID } from 'node:crypto';
import { connect, type Options } from 'amqplib';
import { beforeAll, expect, it } from 'vitest';
import type { RequestHeaders } from '@ctdb/contracts';
import { BusNames, newTraceparent } from '../src/index.js';
import {
  admin,
  anonymous,
  buyer,
  rpcCallers,
  startTestService,
  testEnv,
  testTokens,
  waitUntil,
} from '../src/testing/index.js';
import { done, echo, EchoModule, fail, slowQuery, unanswered } from './echo.fixture.js';

const env = testEnv();
const tokens = testTokens(env);
const QUIET_MS = 2_000;

/** Sends what our own client never would; resolves with the reply, or `undefined` when none comes. */
const rawCaller = async () => {
  const connection = await connect(env.RABBITMQ_URL);
  env.onEnd(() => connection.close());
  const channel = await connection.createChannel();
  const waiting = new Map<string, (reply: unknown) => void>();
  const names = new BusNames(env);
  const userId = decodeURIComponent(new URL(env.RABBITMQ_URL).username);
  const replyTo = names.privateQueue(userId);
  await channel.assertQueue(replyTo, { exclusive: true });
  await channel.bindQueue(replyTo, names.replies, replyTo);
  await channel.consume(
    replyTo,
    (message) => {
      if (!message) return;
      const id = String(message.properties.correlationId);
      waiting.get(id)?.(JSON.parse(message.content.toString()));
    },
    { noAck: true },
  );
  return (body: Buffer | string, options: Options.Publish): Promise<unknown> =>
    new Promise((resolve) => {
      const correlationId = randomUUID();
      waiting.set(correlationId, resolve);
      setTimeout(() => resolve(undefined), QUIET_MS).unref();
      const properties = { correlationId, replyTo, userId, ...options };
      channel.sendToQueue(names.queries('catalog'), Buffer.from(body), properties);
    });
};

let as: Awaited<ReturnType<typeof rpcCallers>>;
let send: Awaited<ReturnType<typeof rawCaller>>;

beforeAll(async () => {
  await startTestService(EchoModule, env);
  as = await rpcCallers(env);
  send = await rawCaller();
});

it('a call reaches the handler with its subject; only declared fields come back', async () => {
  const answer = await as(buyer())(echo, { text: 'ನಮಸ್ಕಾರ' });
  expect(answer).toEqual({ text: 'ನಮಸ್ಕಾರ', role: 'pass', commandId: expect.any(String) });
});

it('a call may be one of many at a time, each with its own answer', async () => {
  const call = as(admin());
  const texts = Array.from({ length: 100 }, (_, index) => String(index));
  const answers = await Promise.all(texts.map((text) => call(echo, { text })));
  expect(answers.map(({ text }) => text)).toEqual(texts);
});

it('a call with a request that does not fit is refused without a message', async () => {
  const call = as(admin())(echo, { text: 'x'.repeat(101), more: 1 } as { text: string });
  const tooLong = { path: 'text', code: 'TOO_LONG', params: { max: 100 } };
  await expect(call).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    params: { faults: [tooLong, { path: 'more', code: 'UNKNOWN_KEY' }] },
  });
});

it('a call ends with SERVICE_UNAVAILABLE at its deadline', async () => {
  const start = performance.now();
  await expect(
    as(admin())(slowQuery, { id: 'slow', milliseconds: 1_000 }, { deadlineMs: 100 }),
  ).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', params: { retryAfter: 1 } });
  expect(performance.now() - start).toBeLessThan(2_000);
});

it('a call is not made at all when its deadline has passed', async () => {
  await expect(
    as(admin())(slowQuery, { id: 'never', milliseconds: 0 }, { deadline: Date.now() - 1 }),
  ).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(done).not.toContain('never');
});

it('a call to a service that has never run here fails at once', async () => {
  const start = performance.now();
  const call = as(anonymous)({ ...echo, service: 'billing' }, { text: 'x' });
  await expect(call).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(performance.now() - start).toBeLessThan(echo.deadlineMs / 2);
});

it.each([
  ['domain', 'NOT_FOUND', { kind: 'disease' }],
  ['reply', 'INTERNAL_ERROR', {}],
] as const)('what a handler throws %s becomes %s', async (how, code, params) => {
  await expect(as(admin())(fail, { how })).rejects.toMatchObject({ code, params });
});

it('what a handler throws is INTERNAL_ERROR for a message that nothing answers', async () => {
  await expect(as(admin())(unanswered, {})).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
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

it('a service that gets a message answers it if it is as our client sends it', async () => {
  expect(await sendEcho('{"text":"x"}')).toMatchObject({ ok: true, data: { text: 'x' } });
});

it('a service that gets a message refuses it without headers', async () => {
  expect(await send('{"text":"x"}', { type: echo.name })).toEqual(failure('FORBIDDEN'));
});

it('a service that gets a message checks the request itself, whatever the caller has checked', async () => {
  const refused = failure('VALIDATION_FAILED');
  expect(await sendEcho('{"text":{"$ne":null},"more":1}')).toEqual(refused);
});

it('a service that gets a message refuses what is not JSON or not UTF-8', async () => {
  expect(await sendEcho('{"text":')).toEqual(failure('MALFORMED_BODY'));
  const broken = Buffer.from('{"text":"\xff"}', 'latin1');
  expect(await sendEcho(broken)).toEqual(failure('MALFORMED_BODY'));
});

it.each([
  ['drops a message whose deadline has passed, unworked', 'expired', -1, 0],
  ['does not send an answer that comes too late', 'late', 1_500, 1_700],
])('a service that gets a message %s', async (_, id, left, milliseconds) => {
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
