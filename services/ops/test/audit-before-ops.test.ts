import { expect, it } from 'vitest';
import { ChassisModule, MONGO, outboxEntry } from '@ctdb/chassis';
import {
  admin,
  rpcCallers,
  startTestService,
  testBroker,
  testEnv,
  waitUntil,
} from '@ctdb/chassis/testing';
import {
  accountEvents,
  defaultPlanPrices,
  listAudit,
  priceEvents,
  purchaseEvents,
} from '@ctdb/contracts';
import { Module } from '@nestjs/common';
import type { Connection } from 'mongoose';
import { OpsModule } from '../src/ops.module.js';

const env = testEnv();

/** A service that publishes as soon as it starts, as billing does for its first account. */
@Module({
  imports: [
    ChassisModule.forRoot({ service: 'billing', mongo: true, outboxCollections: ['facts'] }),
  ],
})
class PublisherModule {}

/** Starts a service with these events to publish. */
const startPublisher = async (...outbox: ReturnType<typeof outboxEntry>[]) => {
  const publisher = await startTestService(PublisherModule, env);
  const facts = publisher.get<Connection>(MONGO).collection('facts');
  await facts.insertOne({ outbox });
  // What the broker has confirmed is in no outbox any more.
  const hasPublished = () =>
    waitUntil(async () => (await facts.countDocuments({ 'outbox.id': { $gt: '' } })) === 0);
  return { publisher, hasPublished };
};

const account = { accountId: 'a'.repeat(24), username: 'admin' };
const plansPaise = defaultPlanPrices;
const prices = {
  before: { usdCents: 999, inrPaise: 79_900, plansPaise },
  after: { usdCents: 1_099, inrPaise: 79_900, plansPaise },
};
const at = '2026-11-27T00:00:00.000Z';
const purchase = { orderId: 'b'.repeat(24), item: 'hourly' as const, startsAt: at, endsAt: at };

it('the trail has events published before the first start of ops, and before ops mapped them', async () => {
  const { channel, names } = await testBroker(env);
  const created = outboxEntry(accountEvents.created, account);
  const before = await startPublisher(created, outboxEntry(purchaseEvents.activated, purchase));
  await before.hasPublished();
  await before.publisher.close();
  // What ops does not take does not wait for it either.
  expect((await channel.checkQueue(names.eventsOf('ops'))).messageCount).toBe(1);

  const first = await startTestService(OpsModule, env);
  await first.close();
  // As an older ops has left it.
  await channel.unbindQueue(names.eventsOf('ops'), names.events, priceEvents.changed.name);
  const changed = outboxEntry(priceEvents.changed, prices);
  // It waits in the outbox: a publisher may not bind the queue of another service.
  const { hasPublished } = await startPublisher(changed);
  await startTestService(OpsModule, env);
  await hasPublished();
  const call = (await rpcCallers(env))(admin());
  const listed = async () =>
    (await call(listAudit, { page: 1, limit: 10 })).items.map(({ id }) => id).sort();
  await waitUntil(async () => (await listed()).length >= 2, 'an event was lost');
  expect(await listed()).toEqual([created.id, changed.id].sort());
}, 120_000);
