import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppLogger } from '../logging/app-logger.js';
import { ProcessLifecycle } from './process-lifecycle.js';
import type { ServiceDefinition } from './start-service.js';

/** Creates a process of `module` (which imports `ChassisModule`) that takes no messages. */
export const createWorker = async (module: Type): Promise<INestApplicationContext> => {
  const app = await NestFactory.createApplicationContext(module, {
    // The module's own logger does not exist yet; a failure is the caller's to tell.
    logger: false,
    abortOnError: false,
  });
  app.useLogger(app.get(AppLogger));
  return app;
};

/**
 * Starts a process that answers no messages but works off queues of its own, and keeps it running
 * until a signal: health server, orderly end. Providers begin in `onApplicationBootstrap` and finish
 * what they have begun in `onModuleDestroy`, while all connections are still open. A start that fails
 * is logged and ends the process with 1.
 */
export const startWorker = async ({ name, module }: ServiceDefinition): Promise<void> => {
  const logger = new AppLogger(name, process.env['LOG_LEVEL'] ?? 'info');
  const lifecycle = new ProcessLifecycle(logger);
  try {
    lifecycle.setApplication(await createWorker(module));
  } catch (error) {
    lifecycle.exitWithError('startup failed', error);
  }
};
