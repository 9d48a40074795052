import type { INestApplicationContext } from '@nestjs/common';
import { Health } from '../health/health.js';
import type { AppLogger } from '../logging/app-logger.js';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** Longer than the draining; then the process goes, whatever hangs. Milliseconds. */
const LAST_RESORT_MS = 25_000;

/**
 * Ends the process when it must end, and in order. Install it first of all: an error that nobody
 * caught is logged and ends the process with 1 (a supervisor starts it again); SIGTERM and SIGINT
 * make it unready, close the application (which finishes what it has begun) and end it with 0.
 */
export class ProcessGuard {
  private app: INestApplicationContext | undefined;
  private isEnding = false;

  constructor(private readonly logger: AppLogger) {
    process.on('uncaughtException', (error) => this.die('an error that nobody caught', error));
    process.on('unhandledRejection', (error) => this.die('a rejection that nobody caught', error));
    for (const signal of SIGNALS) process.on(signal, () => void this.end(signal));
  }

  /** The application to close; until there is one, a signal ends the process at once. */
  watch(app: INestApplicationContext): void {
    this.app = app;
  }

  /** Logs what went wrong and ends the process with 1. */
  die(message: string, error: unknown): never {
    this.logger.fatal(message, error instanceof Error ? error : { thrown: String(error) });
    process.exit(1);
  }

  private async end(signal: string): Promise<void> {
    if (this.isEnding) return;
    this.isEnding = true;
    this.logger.info('stopping', { signal });
    if (!this.app) return process.exit(0);
    const tooLong = () => this.die('stopping took too long', signal);
    const lastResort = setTimeout(tooLong, LAST_RESORT_MS).unref();
    try {
      this.app.get(Health).markStopping();
      await this.app.close();
    } catch (error) {
      return this.die('stopping failed', error);
    } finally {
      clearTimeout(lastResort);
    }
    this.logger.info('stopped');
    process.exit(0);
  }
}
