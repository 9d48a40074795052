import type { AppLogger } from '../logging/app-logger.js';

/** Resolves when a dependency can be used; rejects (or takes over a second) when it cannot. */
export type HealthCheck = () => unknown;

/** Describes what a process depends on, as {@link Health} finds it. */
export interface Dependency {
  name: string;
  isUp: boolean;
}

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
  dependencies(): Promise<Dependency[]> {
    const asked = [...this.checks].map(async ([name, check]) => ({
      name,
      isUp: await runCheck(check),
    }));
    return Promise.all(asked);
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
  within(CHECK_TIMEOUT_MS, async () => check()).then(
    () => true,
    () => false,
  );

/** Returns what `work` resolves with; rejects when that takes longer than `milliseconds`. */
export const within = async <T>(milliseconds: number, work: () => Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done in ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work(), limit]);
  } finally {
    clearTimeout(timer);
  }
};
