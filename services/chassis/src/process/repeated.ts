import type { AppLogger } from '../logging/app-logger.js';

/** A job that runs again and again until it is stopped. */
export interface Repeated {
  /** Lets a running turn end; no other follows. */
  stop(): Promise<void>;
}

/** When a repeated job runs; milliseconds. */
export interface Rhythm {
  first: number;
  every: number;
}

/** Runs `work` at this rhythm, one turn at a time; a failed turn is logged, the next one tries again. */
export const repeat = (
  name: string,
  { first, every }: Rhythm,
  logger: AppLogger,
  work: () => Promise<void>,
): Repeated => {
  let stopped = false;
  let timer: NodeJS.Timeout;
  let turn = Promise.resolve();

  const wait = (milliseconds: number) => {
    if (stopped) return;
    timer = setTimeout(() => {
      turn = run();
    }, milliseconds);
    timer.unref();
  };
  const run = async () => {
    try {
      await work();
    } catch (error) {
      logger.warn(`${name} failed and will be tried again`, error);
    }
    wait(every);
  };

  wait(first);
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await turn;
    },
  };
};
