import { setTimeout as pause } from 'node:timers/promises';
import { isDuplicateKey } from './duplicate-key.js';
import { isOvertaken } from './is-overtaken.js';

const TRIES = 5;

/**
 * Does a write again that the database has undone because it stood in another one's way, as FerretDB
 * does with "deadlock detected". What must be unique and is not is thrown at once.
 */
export const retryDeadlocks = async <T>(write: () => PromiseLike<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await write();
    } catch (error) {
      if (tries === TRIES || isDuplicateKey(error) || !isOvertaken(error)) throw error;
      await pause(Math.random() * 20 * tries);
    }
  }
};
