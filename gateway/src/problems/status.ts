import type { ErrorCode } from '@ctdb/contracts';
import status from './status.json' with { type: 'json' };

/** The HTTP status of every error. A code without one does not compile. */
export const errorStatus: Readonly<Record<ErrorCode, number>> = status;
