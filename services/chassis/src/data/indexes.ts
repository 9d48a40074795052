import { setTimeout as pause } from 'node:timers/promises';
import type { Model, mongo } from 'mongoose';

const MAX_ATTEMPTS = 6;

/**
 * Makes the indexes that are missing. FerretDB may answer "deadlock detected" where several
 * processes make indexes at once; then another attempt succeeds.
 */
export const ensureIndexes = async <D>(
  model: Pick<Model<D>, 'collection'>,
  indexes: readonly mongo.IndexDescription[],
): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await model.collection.createIndexes([...indexes]);
      return;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error;
      await pause(attempt * 50 * (1 + Math.random()));
    }
  }
};
