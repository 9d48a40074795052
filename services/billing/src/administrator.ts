import { DomainError, type Subject } from '@ctdb/contracts';

/** The administrator who asks; throws `FORBIDDEN` for any other subject. */
export const requireAdministrator = (subject: Subject): Extract<Subject, { role: 'admin' }> => {
  if (subject.role !== 'admin') throw new DomainError('FORBIDDEN');
  return subject;
};
