import type { ImportErrorCode } from '@ctdb/contracts';

/** Longest line of JSON and longest disease of a table, in characters. */
export const MAX_ROW_LENGTH = 4_000_000;
/** What a file may make the worker keep in memory, in characters. */
export const MAX_HELD_LENGTH = 60_000_000;

/** The file cannot be read further. */
export class ImportFileError extends Error {
  constructor(
    readonly code: ImportErrorCode,
    readonly params?: Record<string, string | number>,
  ) {
    super(code);
    this.name = 'ImportFileError';
  }
}
