import { createHash, randomUUID } from 'node:crypto';
import type { Subject } from '@ctdb/contracts';

/**
 * The id of a call. With an Idempotency-Key it is derived from key, message and subject, so that
 * every try of the same command has the same id; without one it is random.
 */
export const commandIdOf = (
  contractName: string,
  subject: Subject,
  idempotencyKey?: string,
): string => {
  if (idempotencyKey === undefined) return randomUUID();
  const who = subject.role === 'anonymous' ? '' : subject.id;
  // JSON keeps the parts apart, whatever characters they hold.
  const parts = JSON.stringify([idempotencyKey, contractName, subject.role, who]);
  return createHash('sha256').update(parts).digest('hex');
};
