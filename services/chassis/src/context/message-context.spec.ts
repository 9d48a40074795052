import { expect, it } from 'vitest';
import { backgroundContext, currentContext, runInContext } from './message-context.js';

it('the current context is the one that the work was started in, across awaits and side by side', async () => {
  const work = async (requestId: string): Promise<string | undefined> =>
    runInContext(backgroundContext({ requestId }), async () => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      return currentContext()?.requestId;
    });
  expect(await Promise.all(['a', 'b', 'c'].map(work))).toEqual(['a', 'b', 'c']);
});

it('the current context does not exist outside', () => {
  expect(currentContext()).toBeUndefined();
});

it('background work is anonymous, with a request id and a trace of its own', () => {
  const [one, other] = [backgroundContext(), backgroundContext()];
  expect(one.subject).toEqual({ role: 'anonymous' });
  expect(one.requestId).not.toBe(other.requestId);
  expect(one.traceparent).not.toBe(other.traceparent);
});
