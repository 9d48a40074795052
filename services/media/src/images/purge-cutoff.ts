import { TRASH_DAYS } from '@ctdb/contracts';

const KEPT_MS = TRASH_DAYS * 86_400_000;

/** What was deleted at this moment or before goes for good. */
export const purgeCutoff = (now: Date): Date => new Date(now.getTime() - KEPT_MS);

/** When a record that was deleted at `deletedAt` goes for good. */
export const purgeAt = (deletedAt: Date): Date =>
  new Date(deletedAt.getTime() + KEPT_MS);
