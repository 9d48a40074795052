import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@ctdb/contracts';

const MAX_WRITE_ATTEMPTS = 5;
const MAX_CONFLICT_ATTEMPTS = 50;

/** FerretDB's findAndModify does not translate PostgreSQL's errors, and deadlocks have no code of their own. */
const ferretdbConflictMessages = ['violates exclusion constraint', 'deadlock detected'];

/** Whether a unique index already holds such a value. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 11_000;

const isDeadlock = (error: unknown): boolean =>
  error instanceof Error &&
  ferretdbConflictMessages.some((message) => error.message.includes(message));

/** Whether a write changed nothing because another one came first: read again, and retry. */
export const isWriteConflict = (error: unknown): boolean =>
  isDuplicateKey(error) || isDeadlock(error);

const retryWhile =
  (isRetried: (error: unknown) => boolean) =>
  async <T>(write: () => PromiseLike<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await write();
      } catch (error) {
        if (attempt === MAX_WRITE_ATTEMPTS || !isRetried(error)) throw error;
        await pause(Math.random() * 20 * attempt);
      }
    }
  };

/**
 * Repeats a write that the database undid because it collided with another one ("deadlock detected"
 * of FerretDB). Throws at once where a unique index refuses the write, and after five attempts.
 */
export const retryOnDeadlock = retryWhile(isDeadlock);

/**
 * Repeats an upsert also where another process inserted the record first: the next attempt updates
 * it. Throws after five attempts.
 */
export const retryUpsert = retryWhile(isWriteConflict);

/**
 * Repeats read, decide and write until no other writer comes between: `attempt` returns null where
 * it lost. Throws `SERVICE_UNAVAILABLE` after 50 attempts.
 */
export const retryOnConflict = async <T>(attempt: () => Promise<T | null>): Promise<T> => {
  for (let attempts = 0; attempts < MAX_CONFLICT_ATTEMPTS; attempts += 1) {
    const result = await attempt();
    if (result !== null) return result;
  }
  throw new DomainError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
};
