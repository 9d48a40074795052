import { randomUUID } from 'node:crypto';
import { ANONYMOUS, type EventContract, type EventEnvelope } from '@ctdb/contracts';
import { BusNames } from '../bus/topology.js';
import { newTraceparent } from '../context/trace-context.js';
import { brokerConnection } from './broker-connection.js';
import type { TestEnv } from './test-env.js';

/** An event as its service sends it. */
export const newEnvelope = (
  { name }: EventContract,
  payload: unknown,
  more: Partial<EventEnvelope> = {},
): EventEnvelope => ({
  ...{ id: randomUUID(), name, at: new Date().toISOString(), actor: ANONYMOUS },
  ...{ requestId: 'r-1', traceparent: newTraceparent(), payload },
  ...more,
});

/** The broker as a test sees it, beside the services. */
export type TestBroker = Awaited<ReturnType<typeof testBroker>>;

/** A connection of the test's own to the real broker. */
export const testBroker = async (env: TestEnv) => {
  const names = new BusNames(env);
  const connection = await brokerConnection(env.RABBITMQ_URL);
  const channel = await connection.createChannel();
  env.onEnd(() => connection.close());
  return {
    channel,
    names,
    /** Publishes what may or may not be an event. */
    publish: (key: string, body: unknown): void => {
      const content = typeof body === 'string' ? body : JSON.stringify(body);
      channel.publish(names.events, key, Buffer.from(content), { persistent: true });
    },
  };
};
