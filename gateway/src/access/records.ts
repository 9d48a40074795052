import { passRecord, sessionRecord } from '@ctdb/contracts';
import type { z } from 'zod';
import type { Caller } from '../edge/edge.js';

const parse = <S extends z.ZodType>(schema: S, text: string): z.output<S> | undefined => {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

/** The administrator of a session record; `undefined` from the millisecond on that it ends. */
export const administratorOf = (record: string | null, now: number): Caller | undefined => {
  const session = record === null ? undefined : parse(sessionRecord, record);
  if (!session || session.expiresAt <= now) return undefined;
  const { accountId, username, sessionId, expiresAt } = session;
  return { subject: { role: 'admin', id: accountId, name: username, sessionId }, expiresAt };
};

/** The holder of a pass record; `undefined` from the millisecond on that it ends. */
export const holderOf = (record: string | null, now: number): Caller | undefined => {
  const pass = record === null ? undefined : parse(passRecord, record);
  if (!pass || pass.expiresAt <= now) return undefined;
  return { subject: { role: 'pass', id: pass.id, plan: pass.plan }, expiresAt: pass.expiresAt };
};
