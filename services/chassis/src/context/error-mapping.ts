import { DomainError } from '@ctdb/contracts';
import { Catch, type LoggerService, type RpcExceptionFilter } from '@nestjs/common';
import { throwError, type Observable } from 'rxjs';
import transientErrors from './transient-errors.json' with { type: 'json' };

/** Pause before the next attempt of a caller, in seconds. */
export const RETRY_AFTER_SECONDS = 1;

/** The error of a call without an answer: broker or service is unreachable or too slow. */
export const serviceUnavailable = (): DomainError<'SERVICE_UNAVAILABLE'> =>
  new DomainError('SERVICE_UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS });

// Names and codes of mongodb, mongoose, ioredis and Node for an unreachable server.
const connectionNames = new Set(transientErrors.connectionNames);
const connectionCodes = new Set(transientErrors.connectionCodes);
// Of Redis. `OOM`: it is full and takes no new keys. The last ones: it has been, or is about to be, replaced.
const connectionMessages =
  /^(Connection is closed\.|Command timed out|Stream isn't writeable|LOADING |OOM |READONLY |NOREPLICAS |MASTERDOWN |Cannot call `.*` before initial connection)/;
/** FerretDB rolled the write back, because it conflicted with another one. */
const deadlockMessage = /deadlock detected/;
// FerretDB passes on what PostgreSQL or its connection says as an internal error (1), MongoDB has codes.
const startingMessages =
  /the database system is |terminating connection |failed to connect to |unexpected EOF|conn closed/;
const startingCodeNames = new Set(transientErrors.startingCodeNames);

/** Whether `error` is the answer of a database server that is starting, stopping or changing its role. */
const isStarting = (error: Error & { code?: unknown; codeName?: unknown }): boolean =>
  error.name.startsWith('Mongo') &&
  ((error.code === 1 && startingMessages.test(error.message)) ||
    (typeof error.codeName === 'string' && startingCodeNames.has(error.codeName)));

const MAX_CAUSES = 5;

/**
 * Whether `error` or one of its causes is transient: a server is unreachable or starting, or a write
 * was rolled back by a deadlock. Another attempt may succeed.
 */
export const isTransientError = (error: unknown, depth = 0): boolean => {
  if (!(error instanceof Error) || depth > MAX_CAUSES) return false;
  const code = (error as { code?: unknown }).code;
  return (
    connectionNames.has(error.name) ||
    (typeof code === 'string' && connectionCodes.has(code)) ||
    connectionMessages.test(error.message) ||
    deadlockMessage.test(error.message) ||
    isStarting(error) ||
    isTransientError(error.cause, depth + 1)
  );
};

/**
 * The error for the caller. A `DomainError` stays as it is. Any other error is logged and becomes
 * `SERVICE_UNAVAILABLE` (a server is unreachable) or `INTERNAL_ERROR`.
 */
export const toDomainError = (
  error: unknown,
  logger: Pick<LoggerService, 'error' | 'warn'>,
  message: string,
): DomainError => {
  if (error instanceof DomainError) return error;
  const details = error instanceof Error ? error : { thrown: String(error) };
  if (isTransientError(error)) {
    logger.warn(`${message}: dependency unavailable`, details);
    return serviceUnavailable();
  }
  logger.error(message, details);
  return new DomainError('INTERNAL_ERROR');
};

/** Leaves errors as they are, because the bus server maps them. Nest would hide their code. */
@Catch()
export class RpcErrorsFilter implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}
