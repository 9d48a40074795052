import type { Type } from '@nestjs/common';
import { AppLogger } from '../logging/app-logger.js';
import { createService } from './create-service.js';
import { ProcessLifecycle } from './process-lifecycle.js';

/** What {@link startService} starts. */
export interface ServiceDefinition {
  /** Name of the service, as in `ChassisModule.forRoot({ service })`. */
  name: string;
  /** The root module; it imports `ChassisModule.forRoot(…)`. */
  module: Type;
}

/**
 * Starts a service and keeps it running until a signal: consumers of its queues, health server,
 * orderly end. A start that fails is logged and ends the process with 1.
 */
export const startService = async ({ name, module }: ServiceDefinition): Promise<void> => {
  const logger = new AppLogger(name, process.env['LOG_LEVEL'] ?? 'info');
  const lifecycle = new ProcessLifecycle(logger);
  try {
    const app = await createService(module);
    lifecycle.setApplication(app);
    await app.listen();
  } catch (error) {
    lifecycle.exitWithError('startup failed', error);
  }
};
