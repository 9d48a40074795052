import { z } from 'zod';
import { access } from '../authorisation.js';
import { endpoint } from '../endpoint.js';
import { timestamp } from '../ids.js';

/** A session of the caller. */
export const ownSession = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  /** What the browser called itself at the login: `Firefox`, `Windows`; absent if it is not known. */
  browser: z.string().optional(),
  system: z.string().optional(),
  /** The network of the address at the login: `203.0.113.0/24`. */
  network: z.string().optional(),
  startedAt: timestamp,
  /** The last renewal, at most the life of an access token ago while the session is used. */
  lastSeenAt: timestamp,
});
/** See {@link ownSession}. */
export type OwnSession = z.infer<typeof ownSession>;

/** The caller's sessions, the one seen last first. */
export const listSessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  summary: 'The own sessions, the one seen last first',
  access: access.from('practitioner'),
  message: 'billing.sessions.list',
  reply: z.array(ownSession),
});

/** Ends one of the caller's sessions. */
export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/sessions/{id}',
  summary: 'Ends one of the own sessions',
  access: access.from('practitioner'),
  confirmed: true,
  params: z.strictObject({ id: z.string().max(100) }),
  errors: ['NOT_FOUND'],
  message: 'billing.sessions.end',
  answer: 'none',
});

/** Ends all of the caller's sessions, this one too. */
export const endSessions = endpoint({
  method: 'DELETE',
  path: '/api/sessions',
  summary: 'Ends all own sessions, this one too',
  access: access.from('practitioner'),
  confirmed: true,
  message: 'billing.sessions.end-all',
  answer: 'none',
});
