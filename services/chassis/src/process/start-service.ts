import type { INestApplicationContext, INestMicroservice, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AsyncMicroserviceOptions } from '@nestjs/microservices';
import { BusServer } from '../bus/bus-server.js';
import { RpcErrorsFilter } from '../context/error-mapping.js';
import { AppLogger } from '../logging/app-logger.js';
import { ProcessLifecycle } from './process-lifecycle.js';

/** A process: its name, as in `ChassisModule.forRoot({ service })`, and the root module, which imports that. */
type ProcessDefinition = Readonly<{ name: string; module: Type }>;

// The module's own logger does not exist yet. The caller logs a failure.
const options = { logger: false, abortOnError: false } as const;

/** Creates a Nest microservice of `module` on the chassis's transport. Rejects if a provider fails. */
export const createService = async (module: Type): Promise<INestMicroservice> => {
  const app = await NestFactory.createMicroservice<AsyncMicroserviceOptions>(module, {
    inject: [BusServer],
    useFactory: (strategy: BusServer) => ({ strategy }),
    ...options,
  });
  app.useLogger(app.get(AppLogger));
  app.useGlobalFilters(new RpcErrorsFilter());
  return app;
};

/** Creates a process of `module` that answers no messages. Rejects if a provider fails. */
export const createWorker = async (module: Type): Promise<INestApplicationContext> => {
  const app = await NestFactory.createApplicationContext(module, options);
  app.useLogger(app.get(AppLogger));
  return app;
};

/** Runs `start` under a {@link ProcessLifecycle}. A start that fails is logged and ends the process with 1. */
export const runProcess = async (
  name: string,
  start: (lifecycle: ProcessLifecycle) => Promise<unknown>,
): Promise<void> => {
  const lifecycle = new ProcessLifecycle(new AppLogger(name, process.env['LOG_LEVEL'] ?? 'info'));
  try {
    await start(lifecycle);
  } catch (error) {
    lifecycle.exitWithError('startup failed', error);
  }
};

/**
 * Starts a service and keeps it running until a signal: consumers of its queues, health server,
 * orderly end. A start that fails is logged and ends the process with 1.
 */
export const startService = ({ name, module }: ProcessDefinition): Promise<void> =>
  runProcess(name, async (lifecycle) => {
    const app = await createService(module);
    lifecycle.setApplication(app);
    await app.listen();
  });

/**
 * Starts a process that answers no messages but works off queues of its own, and keeps it running
 * until a signal: health server, orderly end. Providers begin in `onApplicationBootstrap` and finish
 * what they have begun in `onModuleDestroy`, while all connections are still open. A start that fails
 * is logged and ends the process with 1.
 */
export const startWorker = ({ name, module }: ProcessDefinition): Promise<void> =>
  runProcess(name, async (lifecycle) => lifecycle.setApplication(await createWorker(module)));
