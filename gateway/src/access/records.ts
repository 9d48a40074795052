import {
  type AccessReason,
  isAccessReason,
  passRecord,
  type PassRecord,
  sessionRecord,
} from '@ctdb/contracts';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { Caller } from '../http/request-context.js';

const MAX_CACHED_RECORDS = 1_000;

/** Creates a parser of `schema` that caches its results by text. */
const cachedParser = <T extends object>(
  schema: z.ZodType<T>,
): ((text: string) => T | undefined) => {
  const known = new LRUCache<string, T>({ max: MAX_CACHED_RECORDS });
  return (text) => {
    const remembered = known.get(text);
    if (remembered) return remembered;
    try {
      const { data } = schema.safeParse(JSON.parse(text));
      if (data) known.set(text, data);
      return data;
    } catch {
      return undefined;
    }
  };
};

const readSession = cachedParser(sessionRecord);
const readPass = cachedParser(passRecord);

/** The person of a session record; `undefined` from the millisecond on that it ends. */
export const toPerson = (record: string | null, now: number): Caller | undefined => {
  const session = record === null ? undefined : readSession(record);
  if (!session || session.expiresAt <= now) return undefined;
  const { accountId, username, role, sessionId, expiresAt, confirmedAt } = session;
  return { subject: { role, id: accountId, name: username, sessionId }, expiresAt, confirmedAt };
};

/**
 * The pass of a browser by Redis: a caller, why there is none, or `unknown` if billing must be asked, also
 * because the record cannot be parsed.
 */
export type PassLookup = Caller | AccessReason | 'unknown';

/** The buyer of a pass record; `undefined` from the millisecond on that it ends. */
export const toPassCaller = (pass: PassRecord | undefined, now: number): Caller | undefined => {
  if (!pass || pass.expiresAt <= now) return undefined;
  const { id, plan, practice, until } = pass;
  return { subject: { role: 'pass', id, plan, practice }, expiresAt: until };
};

/** Reads what the value of a pass key says at the moment `now`. */
export const readPassRecord = (record: string | null, now: number): PassLookup => {
  if (isAccessReason(record)) return record;
  return toPassCaller(record === null ? undefined : readPass(record), now) ?? 'unknown';
};
