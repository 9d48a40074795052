import { join } from 'node:path';

/** The longest run. */
export const LOCK_WAIT_SECONDS = 14_400;

/** Locked by a backup or restore, which share a folder and of which one runs at a time; or by a drill or prune, of which one runs beside them. */
export const lockFile = (work: string, name: 'backup' | 'drill'): string =>
  join(work, name === 'drill' ? 'drill-lock' : 'lock');
