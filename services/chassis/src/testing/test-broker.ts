import type { ServiceName } from '@ctdb/contracts';
import { BusNames } from '../bus/topology.js';
import { brokerConnection } from './broker-connection.js';
import type { TestEnv } from './test-env.js';

/** The broker as a test sees it, beside the services. */
export type TestBroker = Awaited<ReturnType<typeof testBroker>>;

/** A connection of the test's own to the real broker. */
export const testBroker = async (env: TestEnv) => {
  const names = new BusNames(env);
  const connection = await brokerConnection(env.RABBITMQ_URL);
  const channel = await connection.createChannel();
  const left = new Set<string>();
  env.onEnd(async () => {
    for (const queue of left) await channel.deleteQueue(queue);
    await connection.close();
  });
  return {
    channel,
    names,
    /** Publishes what may or may not be an event. */
    publish: (key: string, body: unknown): void => {
      const content = typeof body === 'string' ? body : JSON.stringify(body);
      channel.publish(names.events, key, Buffer.from(content), { persistent: true });
    },
    /** Removes, at the end, what processes that were killed have left. */
    dropQueuesOf: (...services: ServiceName[]): void => {
      for (const service of services)
        for (const queue of [
          names.queries(service),
          names.commands(service),
          names.eventsOf(service),
        ])
          left.add(queue);
    },
  };
};
