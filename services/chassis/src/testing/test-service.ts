import { EventEmitter } from 'node:events';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { AmqpConnection } from '../bus/connection.js';
import { HealthServer } from '../health/health-server.js';
import { createService } from '../process/process-lifecycle.js';
import type { TestEnv } from './test-env.js';
import { waitUntil } from './wait-until.js';

// Each application of a worker listens to each new socket (`corkConnections`), and a worker has many.
EventEmitter.defaultMaxListeners = 100;

/** A service that runs inside the test's process. */
export interface TestService {
  /** A provider of it. */
  get<T>(token: Type<T> | string | symbol): T;
  /** Stops it in order, as SIGTERM does; the end of the file does so too. */
  close(): Promise<void>;
}

/** Closes `app`. Rejects if its shutdown has failed, which Nest only logs. */
export const closeApplication = async (app: INestApplicationContext): Promise<void> => {
  await app.close();
  if (app.get(HealthServer).isListening) throw new Error('the shutdown failed, see the log');
};

/** The applications of shared environments, by message namespace and module. */
const shared = new Map<string, Map<Type, Promise<TestService>>>();

/**
 * Starts the service of `module` on the real servers, and waits until it consumes. In a shared environment it returns
 * the application that runs there already.
 */
export const startTestService = async (module: Type, env: TestEnv): Promise<TestService> => {
  if (!env.isShared) return start(module, env);
  const services = shared.get(env.MESSAGE_NAMESPACE) ?? new Map<Type, Promise<TestService>>();
  shared.set(env.MESSAGE_NAMESPACE, services);
  const service = services.get(module) ?? start(module);
  services.set(module, service);
  return service;
};

const start = async (module: Type, env?: TestEnv): Promise<TestService> => {
  const app = await createService(module);
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= closeApplication(app));
  env?.onEnd(close);
  await app.listen();
  const link = app.get(AmqpConnection);
  await waitUntil(() => link.isReady, 'the service is not connected to RabbitMQ');
  return { close, get: (token) => app.get(token, { strict: false }) };
};
