import type { INestApplicationContext } from '@nestjs/common';
import { Health } from '../health/health.js';
import type { AppLogger } from '../logging/app-logger.js';

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
