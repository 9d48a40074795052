import type { MessageContext } from '@ctdb/chassis';
import { DomainError, type Subject } from '@ctdb/contracts';

/** An administrator. */
export type Administrator = Extract<Subject, { role: 'admin' }>;

/** The administrator who sent the call; throws `FORBIDDEN` for any other subject. */
export const requireAdministrator = ({
  subject,
}: Pick<MessageContext, 'subject'>): Administrator => {
  if (subject.role !== 'admin') throw new DomainError('FORBIDDEN');
  return subject;
};
