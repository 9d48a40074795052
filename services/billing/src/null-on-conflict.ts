import { isWriteConflict } from '@ctdb/chassis';

/** For `catch` of a write: `null` if another write was first, as if no record had fitted the filter. */
export const nullOnConflict = (error: unknown): null => {
  if (isWriteConflict(error)) return null;
  throw error;
};
