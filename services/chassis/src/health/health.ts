import type { AppLogger } from '../logging/app-logger.js';

/** Resolves when a dependency can be used; rejects (or takes over a second) when it cannot. */
type HealthCheck = () => unknown;

const CHECK_TIMEOUT_MS = 1_000;

/** Whether the process can work: what it depends on says so, and it is not about to stop. */
export class Health {
  /** Whether the process is about to stop. */
  isStopping = false;
  private readonly checks = new Map<string, HealthCheck>();
  private lastFailed = '';
  private wasReady = false;

  /** @param staysReady see `ChassisOptions` */
  constructor(
    private readonly logger: AppLogger,
    private readonly staysReady = false,
  ) {}

  /** Adds a dependency that readiness asks. Liveness never asks any. */
  register(name: string, check: HealthCheck): void {
    this.checks.set(name, check);
  }

  /** From now on the process is not ready: it takes no new work. */
  markStopping(): void {
    this.isStopping = true;
  }

  /** Names of what keeps the process from being ready; empty when it is. */
  async failed(): Promise<string[]> {
    if (this.isStopping) return ['stopping'];
    if (this.staysReady && this.wasReady) return [];
    const failed = (await this.dependencies()).filter(({ isUp }) => !isUp).map(({ name }) => name);
    this.logReadinessChange(failed);
    this.wasReady ||= failed.length === 0;
    return failed;
  }

  /** Every dependency, and whether it can be used now. */
  dependencies(): Promise<{ name: string; isUp: boolean }[]> {
    return Promise.all(
      [...this.checks].map(async ([name, check]) => ({ name, isUp: await runCheck(check) })),
    );
  }

  private logReadinessChange(failed: string[]): void {
    const names = failed.join(', ');
    if (names === this.lastFailed) return;
    this.lastFailed = names;
    if (names === '') this.logger.info('ready');
    else this.logger.warn('not ready', { failed });
  }
}

const runCheck = (check: HealthCheck): Promise<boolean> =>
  within(CHECK_TIMEOUT_MS, 'a health check', async () => check()).then(
    () => true,
    () => false,
  );

/** Returns what `work` resolves with; rejects when that takes longer than `milliseconds`, and names it as `what`. */
export const within = async <T>(
  milliseconds: number,
  what: string,
  work: () => Promise<T>,
): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    const onTimeout = () => reject(new Error(`${what} timed out after ${milliseconds} ms`));
    timer = setTimeout(onTimeout, milliseconds);
  });
  try {
    return await Promise.race([work(), limit]);
  } finally {
    clearTimeout(timer);
  }
};
