import { randomUUID } from 'node:crypto';

// Safe in headers, logs and messages.
const acceptable = /^[A-Za-z0-9._-]{8,100}$/;

/** The id of a request: the client's own where it is harmless, else a new one. */
export const requestIdOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' && acceptable.test(header) ? header : randomUUID();
