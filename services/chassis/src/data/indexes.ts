import { setTimeout as pause } from 'node:timers/promises';
import type { Model, mongo } from 'mongoose';

const MOST_TRIES = 6;

/**
 * Makes the indexes that are missing. FerretDB may answer "deadlock detected" where several
 * processes make indexes at once; then another try succeeds.
 */
export const ensureIndexes = async <D>(
  model: Model<D>,
  indexes: mongo.IndexDescription[],
  tries = 1,
): Promise<void> => {
  try {
    await model.collection.createIndexes(indexes);
  } catch (error) {
    if (tries === MOST_TRIES) throw error;
    await pause(tries * 50 * (1 + Math.random()));
    await ensureIndexes(model, indexes, tries + 1);
  }
};
