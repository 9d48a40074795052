import {
  CONFIRMATION_MS,
  DomainError,
  isAllowed,
  type Access,
  type AccessReason,
  isPerson,
  type RouteContract,
  type Subject,
} from '@ctdb/contracts';
import type { Caller } from '../http/request-context.js';

/**
 * Throws `ACCESS_REQUIRED` or `FORBIDDEN` where the row of the table does not let `subject` in.
 * @param reason why an anonymous caller has no access
 */
export const requireAccess = (access: Access, subject: Subject, reason: AccessReason): void => {
  if (isAllowed(access, subject)) return;
  throw subject.role === 'anonymous'
    ? new DomainError('ACCESS_REQUIRED', { reason })
    : new DomainError('FORBIDDEN');
};

/** Throws `CONFIRMATION_REQUIRED` where `route` wants a recent password or second factor. */
export const requireConfirmation = (
  route: Pick<RouteContract, 'confirmed'>,
  { subject, confirmedAt = 0 }: Caller,
  now: number,
): void => {
  if (route.confirmed && isPerson(subject) && now - confirmedAt > CONFIRMATION_MS)
    throw new DomainError('CONFIRMATION_REQUIRED');
};
