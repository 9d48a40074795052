import { setTimeout as pause } from 'node:timers/promises';

const TRIES = 6;

/**
 * Creates the indexes of a model. Must end before the first write, because the database enforces
 * uniqueness. FerretDB returns "deadlock detected" if several processes create indexes at once.
 */
export const createIndexes = async (model: {
  createIndexes(): Promise<unknown>;
}): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      await model.createIndexes();
      return;
    } catch (error) {
      if (tries === TRIES) throw error;
      await pause(tries * 100 * (1 + Math.random()));
    }
  }
};
