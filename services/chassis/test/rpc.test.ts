import { beforeAll, describe, expect, it } from 'vitest';
import {
  admin,
  anonymous,
  passHolder,
  rpcCallers,
  startTestService,
  testEnv,
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

const env = testEnv();
let as: Awaited<ReturnType<typeof rpcCallers>>;

beforeAll(async () => {
  await startTestService(EchoModule, env);
  as = await rpcCallers(env);
});

describe('a call', () => {
  it('reaches the handler with its subject; only declared fields come back', async () => {
    const answer = await as(passHolder())(echo, { text: 'ನಮಸ್ಕಾರ' });
    expect(answer).toEqual({ text: 'ನಮಸ್ಕಾರ', role: 'pass', commandId: expect.any(String) });
  });

  it('may be one of many at a time, each with its own answer', async () => {
    const call = as(admin());
    const texts = Array.from({ length: 500 }, (_, index) => String(index));
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
      as(admin())(slowQuery, { id: 'slow', milliseconds: 3_000 }, { deadlineMs: 200 }),
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
