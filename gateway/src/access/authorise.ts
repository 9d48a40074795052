import {
  DomainError,
  hasRole,
  planCapabilities,
  roleAbilities,
  type Ability,
  type Access,
  type AccessReason,
  type Subject,
} from '@ctdb/contracts';

/** What `subject` may do. */
export const getCapabilities = (subject: Subject): readonly Ability[] => {
  if (subject.role === 'anonymous') return [];
  return subject.role === 'pass' ? planCapabilities[subject.plan] : roleAbilities[subject.role];
};

const isAllowed = (access: Access, subject: Subject): boolean => {
  if (subject.role === 'anonymous') return access.anonymous;
  if (subject.role !== 'pass') return hasRole(subject, access.person);
  return access.pass !== false && getCapabilities(subject).includes(access.pass);
};

/**
 * Throws `ACCESS_REQUIRED` or `FORBIDDEN` where the row of the table does not let `subject` in.
 * @param reason why an anonymous caller has no access
 */
export const requireAccess = (access: Access, subject: Subject, reason: AccessReason): void => {
  if (access.anonymous || isAllowed(access, subject)) return;
  throw subject.role === 'anonymous'
    ? new DomainError('ACCESS_REQUIRED', { reason })
    : new DomainError('FORBIDDEN');
};
