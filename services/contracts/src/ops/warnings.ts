import { z } from 'zod';
import { timestamp } from '../ids.js';

/**
 * What administrators are warned of, on their screens and by a mail of that kind: the last copy of everything is too
 * old; there is none a day after the installation; it is on the disk of the data; old ones were not removed; a mail was
 * given up.
 */
export const warningCodes = [
  'completeBackupOverdue',
  'completeBackupMissing',
  'completeBackupOnDataDisk',
  'completeBackupNotPruned',
  'mailGivenUp',
] as const;

/** A warning, with the last successful copy or removal, or the moment at which the mail was given up. */
export const warning = z.object({ code: z.enum(warningCodes), at: timestamp.optional() });
/** See {@link warning}. */
export type Warning = z.infer<typeof warning>;
