import {
  eventEnvelope,
  type EventContract,
  type EventEnvelope,
  type PayloadOf,
} from '@ctdb/contracts';
import { BusNames } from '../bus/topology.js';
import { brokerConnection } from './broker-connection.js';
import type { TestEnv } from './test-env.js';
import { waitUntil } from './wait-until.js';

/** An event as a test sees it. */
export type SpiedEvent<E extends EventContract> = EventEnvelope & { payload: PayloadOf<E> };

/** Describes what was published since the spy began. */
export type EventSpy = Awaited<ReturnType<typeof eventSpy>>;

/** Watches the events of `contracts` (all kinds when none is named) on the real broker. */
export const eventSpy = async (env: TestEnv, ...contracts: EventContract[]) => {
  const { events: exchange } = new BusNames(env);
  const connection = await brokerConnection(env.RABBITMQ_URL);
  env.onEnd(() => connection.close());
  const channel = await connection.createChannel();
  await channel.assertExchange(exchange, 'topic', { durable: true });
  const { queue } = await channel.assertQueue('', { exclusive: true });
  const keys = contracts.length === 0 ? ['#'] : contracts.map(({ name }) => name);
  for (const key of keys) await channel.bindQueue(queue, exchange, key);
  const events: EventEnvelope[] = [];
  const take = (body: Buffer): void => {
    events.push(eventEnvelope.parse(JSON.parse(body.toString())));
  };
  await channel.consume(queue, (message) => message && take(message.content), { noAck: true });

  /** Those of one kind, in order of publication; repeated ids once. */
  const of = <E extends EventContract>(contract: E): SpiedEvent<E>[] => {
    const seen = new Map(
      events.filter(({ name }) => name === contract.name).map((event) => [event.id, event]),
    );
    return [...seen.values()].map((event) => ({
      ...event,
      payload: contract.payload.parse(event.payload) as PayloadOf<E>,
    }));
  };
  /** The first of a kind that fits, now or within 10 s. */
  const waitFor = async <E extends EventContract>(
    contract: E,
    fits: (event: SpiedEvent<E>) => boolean = () => true,
  ): Promise<SpiedEvent<E>> => {
    await waitUntil(() => of(contract).some(fits), `no fitting event ${contract.name} came`);
    const found = of(contract).find(fits);
    if (!found) throw new Error(`the event ${contract.name} went away`);
    return found;
  };
  return { events, of, waitFor };
};
