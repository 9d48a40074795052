import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ChassisModule, DeadLetterQueues, eventTiming, MONGO, OnEvent } from '@ctdb/chassis';
import {
  admin,
  eventSpy,
  newEnvelope,
  rpcCaller,
  startTestService,
  testBroker,
  testEnv,
  waitUntil,
  type EventSpy,
  type RpcCaller,
  type TestBroker,
  type TestService,
} from '@ctdb/chassis/testing';
import {
  deadLetterEvents,
  defineEvent,
  discardDeadLetter,
  getDeadLetter,
  listAudit,
  listDeadLetters,
  replayDeadLetter,
  type DeadLetter,
  type PayloadOf,
} from '@ctdb/contracts';
import { Controller, Module } from '@nestjs/common';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import type { DeadLetterRecord } from '../src/dead-letters/dead-letter.record.js';
import { OpsModule } from '../src/ops.module.js';

const happened = defineEvent({
  name: 'catalog.test.happened.v1',
  payload: z.object({ value: z.number(), patientName: z.string() }),
});
const failing = new Set<number>();
const handled: number[] = [];

@Controller()
class Listener {
  @OnEvent(happened)
  async take({ value }: PayloadOf<typeof happened>) {
    if (failing.has(value)) throw new Error('not now');
    handled.push(value);
  }
}

/** A service that gives up what a test wants it to. */
@Module({
  imports: [ChassisModule.forRoot({ service: 'media', mongo: true })],
  controllers: [Listener],
})
class MediaModule {}

const env = testEnv();
let ops: TestService;
let broker: TestBroker;
let spy: EventSpy;
let call: RpcCaller;

const usualTiming = { ...eventTiming };
afterAll(() => Object.assign(eventTiming, usualTiming));

beforeAll(async () => {
  Object.assign(eventTiming, { initialBackoffMs: 10, maxBackoffMs: 20 });
  await startTestService(MediaModule, env);
  ops = await startTestService(OpsModule, env);
  broker = await testBroker(env);
  spy = await eventSpy(env, ...Object.values(deadLetterEvents));
  call = await rpcCaller(admin({ name: 'asha' }), env);
}, 120_000);

beforeEach(() => {
  failing.clear();
  handled.length = 0;
});

const envelope = (value: unknown) =>
  newEnvelope(happened, { value, patientName: 'Ravi Kumar' }, { actor: admin() });

const list = async (settled = false) =>
  (await call(listDeadLetters, { limit: 100, settled: settled ? 'true' : 'false' })).items;

const waitingFor = async (eventId: string, count = 1): Promise<DeadLetter[]> => {
  const found = async () => (await list()).filter((letter) => letter.eventId === eventId);
  await waitUntil(async () => (await found()).length === count, 'no such letter came', 40_000);
  return found();
};

/** The dead letter of an event, of which the consumer rejects an invalid payload at once. */
const deadLetterOf = async (event = envelope('not a number')) => {
  broker.publish(happened.name, event);
  const [letter] = await waitingFor(event.id);
  if (!letter) throw new Error('the letter went away');
  return letter;
};
const alreadySettled = { code: 'ALREADY_SETTLED' };

const rows = () => ops.get<Connection>(MONGO).collection<DeadLetterRecord>('dead_letters');

it('an event that a service rejected for the last time waits in the list, and is handled once when it is replayed', async () => {
  failing.add(1);
  const event = envelope(1);
  const letter = await deadLetterOf(event);
  const { id } = letter;
  expect(letter).toEqual({
    id,
    service: 'media',
    event: happened.name,
    eventId: event.id,
    at: event.at,
    deadAt: expect.any(String),
    reason: expect.stringMatching(/^(rejected|delivery_limit)$/),
    state: 'waiting',
  });
  expect(Math.abs(Date.now() - Date.parse(letter.deadAt))).toBeLessThan(60_000);

  failing.clear();
  await call(replayDeadLetter, { id });
  await waitUntil(() => handled.length === 1, 'it is not handled');
  expect(await list()).toEqual([]);
  const [settled] = await list(true);
  expect(settled).toMatchObject({ id, state: 'replayed', settledBy: 'asha' });

  const published = await spy.waitFor(deadLetterEvents.replayed);
  expect(published.payload).toEqual({ deadLetterId: id, service: 'media', event: happened.name });
  await waitUntil(async () => {
    const { items } = await call(listAudit, { page: 1, limit: 10, kind: 'deadLetter' });
    return items.some(({ objectId, action }) => objectId === id && action === 'replayed');
  }, 'the trail does not have it');
  expect(handled).toEqual([1]);
}, 60_000);

it('an event that a service rejected for the last time is shown masked, and is another dead letter after another rejection in the same second', async () => {
  const { id, eventId = '' } = await deadLetterOf();
  const { content } = await call(getDeadLetter, { id });
  expect(JSON.parse(content)).toMatchObject({
    name: happened.name,
    payload: { value: 'not a number', patientName: '[masked]' },
  });
  const ids = [id];
  for (const times of [1, 2]) {
    await call(replayDeadLetter, { id: ids.at(-1) ?? '' });
    const [again] = await waitingFor(eventId);
    ids.push(again?.id ?? '');
    expect(new Set(ids).size).toBe(times + 1);
  }
  await call(discardDeadLetter, { id: ids.at(-1) ?? '' });
});

it('an event that a service rejected for the last time is handled once although a crash made it be published twice', async () => {
  failing.add(7);
  const { id, eventId } = await deadLetterOf(envelope(7));
  failing.clear();
  // As after a crash between the broker's confirmation and the note of it.
  const row = await rows().findOne({ eventId });
  if (!row) throw new Error('the letter went away');
  const { content, messageId, contentType, type, replays } = row;
  const copy = { content: Buffer.from(content.value()), messageId, contentType, type, replays };
  expect(await ops.get(DeadLetterQueues).requeue({ service: 'media', ...copy })).toBe(true);
  await waitUntil(() => handled.length === 1);
  expect(await list()).toMatchObject([{ id, state: 'waiting' }]);
  await call(replayDeadLetter, { id });
  broker.publish(happened.name, envelope(8));
  await waitUntil(() => handled.includes(8));
  expect(handled).toEqual([7, 8]);
}, 60_000);

it('an event that a service rejected for the last time stays waiting if its queue is deleted', async () => {
  const { channel, names } = broker;
  await channel.deleteQueue(names.eventsOf('catalog'));
  const event = envelope(9);
  const content = Buffer.from(JSON.stringify(event));
  channel.publish(names.deadEvents, names.eventsOf('catalog'), content);
  const [letter] = await waitingFor(event.id);
  const id = letter?.id ?? '';
  expect(letter).toMatchObject({ service: 'catalog', reason: 'unknown' });
  for (let times = 0; times < 2; times += 1)
    await expect(call(replayDeadLetter, { id })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
  expect(await list()).toMatchObject([{ id, state: 'waiting' }]);
  await call(discardDeadLetter, { id });
});

it('settling happens once, although many calls come at the same time', async () => {
  const { id, eventId = '' } = await deadLetterOf();
  const tries = Array.from({ length: 12 }, (_, index) =>
    call(index % 2 === 0 ? replayDeadLetter : discardDeadLetter, { id }),
  );
  const results = await Promise.allSettled(tries);
  const lost = results.filter((each) => each.status === 'rejected');
  expect(lost).toHaveLength(11);
  for (const { reason } of lost) expect(reason).toMatchObject(alreadySettled);
  const { state } = await call(getDeadLetter, { id });
  await waitUntil(async () => {
    const events = [...spy.of(deadLetterEvents.replayed), ...spy.of(deadLetterEvents.discarded)];
    return events.filter(({ payload }) => payload.deadLetterId === id).length === 1;
  });
  // Put back where it was replayed, and only then.
  const again = state === 'replayed' ? await waitingFor(eventId) : [];
  for (const letter of again) await call(discardDeadLetter, { id: letter.id });
  expect((await list()).filter((letter) => letter.eventId === eventId)).toEqual([]);
});

it('settling is done once by a command that is delivered again, and rejected for an unknown id', async () => {
  const unknown = { id: '0'.repeat(24) };
  const missing = { code: 'NOT_FOUND', params: { kind: 'deadLetter' } };
  for (const contract of [getDeadLetter, replayDeadLetter, discardDeadLetter])
    await expect(call(contract, unknown)).rejects.toMatchObject(missing);
  const { id } = await deadLetterOf();
  const idempotencyKey = randomUUID();
  await call(discardDeadLetter, { id }, { idempotencyKey });
  await call(discardDeadLetter, { id }, { idempotencyKey });
  await expect(call(discardDeadLetter, { id })).rejects.toMatchObject(alreadySettled);
  const discarded = spy.of(deadLetterEvents.discarded).map(({ payload }) => payload.deadLetterId);
  expect(discarded.filter((each) => each === id).length).toBeLessThanOrEqual(1);
});

it('settling is possible again after a crash of the process that had the lock', async () => {
  const { id } = await deadLetterOf();
  const ofAnother = (until: Date) => ({ $set: { claim: { id: 'another', until } } });
  const row = await rows().findOne({ state: 'waiting' });
  if (!row) throw new Error('the letter went away');
  await rows().updateOne({ _id: row._id }, ofAnother(new Date(Date.now() + 60_000)));
  await expect(call(discardDeadLetter, { id })).rejects.toMatchObject(alreadySettled);
  await rows().updateOne({ _id: row._id }, ofAnother(new Date(Date.now() - 1)));
  await call(discardDeadLetter, { id });
  expect(await list()).toEqual([]);
});

it('settling deletes the dead letter after 90 days, and a waiting one never', async () => {
  const indexes = await rows().indexes();
  const ending = indexes.filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined);
  expect(ending).toMatchObject([{ key: { settledAt: 1 }, expireAfterSeconds: 90 * 86_400 }]);
  await deadLetterOf();
  expect(await rows().findOne({ state: 'waiting' })).not.toHaveProperty('settledAt');
});
