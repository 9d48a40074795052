import { expect, it } from 'vitest';
import { ANONYMOUS, defineEvent } from '@ctdb/contracts';
import type { ConsumeMessage } from 'amqplib';
import { z } from 'zod';
import { ForgedMessageError, parseEvent, backoffMs, PoisonMessageError } from './event-delivery.js';

const fact = defineEvent({ name: 'a.b.c.v1', payload: z.object({ n: z.number() }) });
const envelope = {
  id: '7b7b2f50-0000-4000-8000-000000000000',
  name: fact.name,
  at: '2026-01-01T00:00:00.000Z',
  actor: ANONYMOUS,
  requestId: 'r',
  traceparent: 't',
  payload: { n: 1, undeclared: true },
};

const message = (body: string, exchange = 'events'): ConsumeMessage =>
  ({
    content: Buffer.from(body),
    fields: { exchange, routingKey: fact.name },
    properties: { headers: {} },
  }) as unknown as ConsumeMessage;

const exchanges = { events: 'events', replays: 'replays' };
const parse = (body: string, exchange?: string) =>
  parseEvent(message(body, exchange), exchanges, (name) => (name === fact.name ? fact : undefined));

it('an event is parsed by its contract', () => {
  expect(parse(JSON.stringify(envelope))).toEqual({ envelope, payload: { n: 1 } });
});

it.each([
  '{',
  '{}',
  JSON.stringify({ ...envelope, id: 'x' }),
  JSON.stringify({ ...envelope, payload: {} }),
])('an event %s is poison', (body) => {
  expect(() => parse(body)).toThrow(PoisonMessageError);
});

it('an event is forged under the routing key of another, or where an exchange of a process has led it on', () => {
  const body = JSON.stringify(envelope);
  const renamed = JSON.stringify({ ...envelope, name: 'a.b.other.v1' });
  expect(() => parse(renamed)).toThrow(ForgedMessageError);
  expect(() => parse(body, 'private.catalog.x')).toThrow(ForgedMessageError);
  expect(parse(body, 'replays')).toMatchObject({ envelope });
});

it('an event waits longer after each failure, and never longer than 5 s', () => {
  const waits = [200, 400, 800, 1_600, 3_200, 5_000, 5_000];
  expect([0, 1, 2, 3, 4, 5, 50].map(backoffMs)).toEqual(waits);
});
