import type { INestMicroservice, Type } from '@nestjs/common';
import { AmqpConnection } from '../bus/connection.js';
import { BusNames } from '../bus/topology.js';
import type { ChassisOptions } from '../chassis.options.js';
import { createService } from '../process/start-service.js';
import { CHASSIS_OPTIONS } from '../tokens.js';
import { brokerConnection } from './broker-connection.js';
import type { TestEnv } from './test-env.js';
import { waitUntil } from './wait-until.js';

/** A service that runs inside the test's process. */
export interface TestService {
  readonly app: INestMicroservice;
  /** A provider of it. */
  get<T>(token: Type<T> | string | symbol): T;
  /** Stops it in order, as SIGTERM does; the end of the file does so too. */
  close(): Promise<void>;
}

const deleteQueues = async ({ RABBITMQ_URL, MESSAGE_NAMESPACE }: TestEnv, service: string) => {
  const names = new BusNames(MESSAGE_NAMESPACE);
  const connection = await brokerConnection(RABBITMQ_URL);
  const channel = await connection.createChannel();
  const queues = [
    names.queries(service),
    names.commands(service),
    names.eventsOf(service),
    names.deadEventsOf(service),
  ];
  for (const queue of queues) await channel.deleteQueue(queue);
  await connection.close();
};

/** Starts the service of `module` on the real servers, and waits until it consumes. */
export const startTestService = async (module: Type, env: TestEnv): Promise<TestService> => {
  const app = await createService(module);
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= app.close());
  env.onEnd(async () => {
    await close();
    await deleteQueues(env, app.get<ChassisOptions>(CHASSIS_OPTIONS).service);
  });
  await app.listen();
  const link = app.get(AmqpConnection);
  await waitUntil(() => link.isReady, 'the service is not connected to RabbitMQ');
  return { app, close, get: (token) => app.get(token, { strict: false }) };
};
