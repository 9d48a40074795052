import { RunAbort } from '../runs/run-task.js';

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/** Whether a file is not there. */
export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';

/** What a failed write says of the folder: then no other image can be written either. */
export const toFolderError = (error: unknown): RunAbort =>
  new RunAbort(full.has(String(codeOf(error))) ? 'diskFull' : 'backupFolder', error);
