import { isDuplicateKey } from './duplicate-key.js';

/** FerretDB's words: findAndModify does not translate them, and deadlocks have no code of their own. */
const wordings = ['violates exclusion constraint', 'deadlock detected'];

/** Whether a write changed nothing because another one came first: read again, and retry. */
export const isOvertaken = (error: unknown): boolean =>
  isDuplicateKey(error) ||
  (error instanceof Error && wordings.some((wording) => error.message.includes(wording)));
