import { RunAbort } from '../runs/run-task.js';

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/** Whether a file is not there. */
export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';

/** One file that cannot be written, in a folder that takes others. */
export class FileRefused extends Error {
  constructor(cause: unknown) {
    super('the file cannot be written', { cause });
    this.name = 'FileRefused';
  }
}

/** Whether there is no room for anything more. */
export const isFull = (error: unknown): boolean => full.has(String(codeOf(error)));

/** What a failed write says of the folder: then no other image can be written either. */
export const toFolderError = (error: unknown): RunAbort =>
  new RunAbort(isFull(error) ? 'diskFull' : 'backupFolder', error);
