import { setTimeout as pause } from 'node:timers/promises';

const TRIES = 6;

/**
 * Makes the indexes of a model. It must have ended before anything is stored: uniqueness is the
 * database's. FerretDB answers "deadlock detected" when several processes make indexes at one moment.
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
