import { expect, it } from 'vitest';
import { defineEvent, eventEnvelope } from '@ctdb/contracts';
import { z } from 'zod';
import { backgroundContext, runInContext } from '../context/message-context.js';
import { outboxEntry } from './outbox-entry.js';

const fact = defineEvent({ name: 'a.b.c.v1', payload: z.object({ n: z.number() }) });
const subject = { role: 'admin', id: 'a', name: 'admin', sessionId: 's' } as const;

it('an outbox entry tells who, when and within which request and trace', () => {
  const context = backgroundContext({ subject, requestId: 'r-1' });
  const entry = runInContext(context, () => outboxEntry(fact, { n: 1 }));
  expect(eventEnvelope.parse(entry)).toEqual(entry);
  expect(entry).toMatchObject({
    name: fact.name,
    actor: subject,
    requestId: 'r-1',
    traceparent: context.traceparent,
    payload: { n: 1 },
  });
});

it('an outbox entry has an id of its own, and is anonymous outside of a request', () => {
  const [one, other] = [outboxEntry(fact, { n: 1 }), outboxEntry(fact, { n: 1 })];
  expect(one.id).not.toBe(other.id);
  expect(one.actor).toEqual({ role: 'anonymous' });
});

it('an outbox entry holds what the contract declares and nothing else', () => {
  const payload = { n: 1, patientName: 'not declared' };
  expect(outboxEntry(fact, payload).payload).toEqual({ n: 1 });
  expect(() => outboxEntry(fact, { n: 'x' } as unknown as { n: number })).toThrow();
});
