import { DomainError, type WireError } from '@ctdb/contracts';
import type { AppLogger } from '../logging/app-logger.js';

/** What a caller is told to wait before the next try, in seconds. */
export const RETRY_AFTER_SECONDS = 1;

/** The error of a call that got no answer: broker or service away, or too slow. */
export const unavailable = (): DomainError<'SERVICE_UNAVAILABLE'> =>
  new DomainError('SERVICE_UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS });

// Names and codes that mongodb, mongoose, ioredis and Node give to "the other side is not there".
const connectionNames = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongooseServerSelectionError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoPoolClosedError',
  'MongoPoolClearedError',
  'MongoPoolClearedOnNetworkError',
  'MongoWaitQueueTimeoutError',
  'MongoOperationTimeoutError',
  'MaxRetriesPerRequestError',
  'ClusterAllFailedError',
]);
const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const connectionMessages =
  /^(Connection is closed\.|Command timed out|Stream isn't writeable|LOADING |Cannot call `.*` before initial connection)/;
/** FerretDB's: what was asked for is undone as a whole, because it stood in another write's way. */
const undone = /deadlock detected/;

const MAX_CAUSES = 5;

/**
 * Whether `error`, or what caused it, says that a database or another server is not reachable, or
 * has done nothing for a reason that passes: asked again, it may do it.
 */
export const isConnectionError = (error: unknown, depth = 0): boolean => {
  if (!(error instanceof Error) || depth > MAX_CAUSES) return false;
  const code = (error as { code?: unknown }).code;
  return (
    connectionNames.has(error.name) ||
    (typeof code === 'string' && connectionCodes.has(code)) ||
    connectionMessages.test(error.message) ||
    undone.test(error.message) ||
    isConnectionError(error.cause, depth + 1)
  );
};

/**
 * The code and parameters that a caller is told. A `DomainError` is told as it is; anything else is
 * logged, and told as `SERVICE_UNAVAILABLE` (a server is away) or `INTERNAL_ERROR`.
 */
export const toDomainError = (error: unknown, logger: AppLogger, message: string): DomainError => {
  if (error instanceof DomainError) return error;
  const details = error instanceof Error ? error : { thrown: String(error) };
  if (isConnectionError(error)) {
    logger.warn(`${message}: a server that it needs cannot be reached`, details);
    return unavailable();
  }
  logger.error(message, details);
  return new DomainError('INTERNAL_ERROR');
};

/** See {@link WireError}. */
export const toWireError = ({ code, params }: DomainError): WireError => ({
  code,
  params: { ...params },
});
