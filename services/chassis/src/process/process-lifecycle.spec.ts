import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { INestApplicationContext } from '@nestjs/common';
import { recordingLogger } from '../testing/test-env.js';
import { ProcessLifecycle } from './process-lifecycle.js';

const { lines, logger } = recordingLogger();
const events = ['uncaughtException', 'unhandledRejection', 'SIGTERM', 'SIGINT'] as const;
const before = events.map((event) => process.listeners(event as 'SIGTERM'));
const exit = vi.spyOn(process, 'exit').mockImplementation((() => undefined) as never);

const emit = (event: string, ...details: unknown[]): boolean =>
  process.emit(event as 'SIGTERM', ...(details as []));

const exited = async (): Promise<unknown> => {
  while (exit.mock.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
  return exit.mock.calls[0]?.[0];
};

const appWith = (close: () => Promise<void>, markStopping: () => unknown = () => undefined) =>
  ({ get: () => ({ markStopping }), close }) as unknown as INestApplicationContext;

// A lifecycle's timeout must not outlive its test, because it would end the test process.
beforeEach(() => {
  vi.useFakeTimers({ toNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  lines.length = 0;
  exit.mockClear();
  for (const event of events) process.removeAllListeners(event);
});

afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
  for (const [index, event] of events.entries()) {
    process.removeAllListeners(event);
    for (const listener of before[index] ?? []) process.on(event as 'SIGTERM', listener);
  }
});

it.each(['uncaughtException', 'unhandledRejection'])(
  'the lifecycle of a process ends it with 1 after an %s',
  (event) => {
    new ProcessLifecycle(logger);
    emit(event, new Error('lost'));
    expect(exit).toHaveBeenCalledWith(1);
    expect(lines).toMatchObject([{ level: 'fatal', err: { message: 'lost' } }]);
  },
);

it.each(['SIGTERM', 'SIGINT'])(
  'the lifecycle of a process on %s makes it unready, closes it once, ends it with 0',
  async (signal) => {
    const order: string[] = [];
    const close = async () => void order.push('close');
    new ProcessLifecycle(logger).setApplication(appWith(close, () => order.push('unready')));
    emit(signal);
    emit(signal);
    expect(await exited()).toBe(0);
    expect(order).toEqual(['unready', 'close']);
  },
);

it('the lifecycle of a process ends it at once on a signal before there is an application', async () => {
  new ProcessLifecycle(logger);
  emit('SIGTERM');
  expect(await exited()).toBe(0);
});

it('the lifecycle of a process ends it with 1 when closing fails', async () => {
  new ProcessLifecycle(logger).setApplication(appWith(() => Promise.reject(new Error('stuck'))));
  emit('SIGTERM');
  expect(await exited()).toBe(1);
});

it('the lifecycle of a process ends it with 1 when closing hangs', async () => {
  new ProcessLifecycle(logger).setApplication(appWith(() => new Promise(() => undefined)));
  emit('SIGTERM');
  vi.advanceTimersByTime(24_000);
  expect(exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2_000);
  expect(await exited()).toBe(1);
  expect(lines.at(-1)).toMatchObject({ level: 'fatal', msg: 'shutdown timed out, exiting' });
});
