import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AsyncMicroserviceOptions } from '@nestjs/microservices';
import { BusServer } from '../bus/bus-server.js';
import { RpcErrorsFilter } from '../context/error-mapping.js';
import { Health } from '../health/health.js';
import { AppLogger } from '../logging/app-logger.js';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** Longer than the drain timeout. After it the process exits even if work hangs. */
const SHUTDOWN_TIMEOUT_MS = 25_000;

/**
 * Ends the process in order. Install it first of all. It logs an uncaught error and exits with 1, so
 * that a supervisor restarts the process. On SIGTERM and SIGINT it makes the process unready, closes
 * the application, which finishes its running work, and exits with 0.
 */
export class ProcessLifecycle {
  private app: INestApplicationContext | undefined;
  private isStopping = false;
  private timeoutMs = SHUTDOWN_TIMEOUT_MS;

  constructor(private readonly logger: AppLogger) {
    process.on('uncaughtException', (error) => this.exitWithError('uncaught exception', error));
    process.on('unhandledRejection', (error) =>
      this.exitWithError('unhandled promise rejection', error),
    );
    for (const signal of SIGNALS) process.on(signal, () => void this.stop(signal));
  }

  /**
   * The application to close; until there is one, a signal ends the process at once.
   * @param drainMs how long it keeps serving after the signal, before it begins to end
   */
  setApplication(app: INestApplicationContext, drainMs = 0): void {
    this.app = app;
    this.timeoutMs = SHUTDOWN_TIMEOUT_MS + drainMs;
  }

  /** Logs what went wrong and ends the process with 1. */
  exitWithError(message: string, error: unknown): never {
    this.logger.fatal(message, error instanceof Error ? error : { thrown: String(error) });
    process.exit(1);
  }

  private async stop(signal: string): Promise<void> {
    if (this.isStopping) return;
    this.isStopping = true;
    this.logger.info('stopping', { signal });
    if (!this.app) return process.exit(0);
    const tooLong = () => this.exitWithError('shutdown timed out, exiting', signal);
    const timeout = setTimeout(tooLong, this.timeoutMs).unref();
    try {
      this.app.get(Health).markStopping();
      await this.app.close();
    } catch (error) {
      return this.exitWithError('stopping failed', error);
    } finally {
      clearTimeout(timeout);
    }
    this.logger.info('stopped');
    process.exit(0);
  }
}

/** A process: its name, as in `ChassisModule.forRoot({ service })`, and the root module, which imports that. */
type ProcessDefinition = Readonly<{ name: string; module: Type }>;

// The module's own logger does not exist yet. The caller logs a failure.
const options = { logger: false, abortOnError: false } as const;

/** Creates a Nest microservice of `module` on the chassis's transport. Rejects if a provider fails. */
export const createService = async (module: Type) => {
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
export const createWorker = async (module: Type) => {
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
