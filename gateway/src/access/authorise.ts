import {
  DomainError,
  planCapabilities,
  type Access,
  type AccessReason,
  type Capability,
  type Subject,
} from '@ctdb/contracts';

/** What `subject` may do with the registry. */
export const getCapabilities = (subject: Subject): readonly Capability[] => {
  switch (subject.role) {
    case 'anonymous':
      return [];
    case 'pass':
      return planCapabilities[subject.plan];
    case 'admin':
      return planCapabilities.professional;
  }
};

const isAllowed = (access: Access, subject: Subject): boolean => {
  switch (subject.role) {
    case 'anonymous':
      return access.anonymous;
    case 'pass':
      return access.pass !== false && getCapabilities(subject).includes(access.pass);
    case 'admin':
      return access.admin;
  }
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
