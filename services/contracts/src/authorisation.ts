import { planCapabilities, type Capability } from './constants/billing.js';
import { roleAbilities, type Ability, type PersonRole } from './constants/roles.js';
import { hasRole, type Subject } from './subject.js';

/**
 * One row of the authorisation table: who may call a route, or send a message.
 * `pass` names the capability that a pass must include, or `false`; `person` the lowest role of the
 * team.
 */
export interface Access {
  readonly anonymous: boolean;
  readonly pass: Capability | false;
  readonly person: PersonRole;
}

/** Rows that many routes share. */
export const access = {
  everyone: { anonymous: true, pass: 'read', person: 'practitioner' } as Access,
  /** Persons with `role` or a higher one. */
  from: (role: PersonRole): Access => ({ anonymous: false, pass: false, person: role }),
  /** Every person of the team, and passes that include `capability`. */
  passWith: (capability: Capability): Access => ({
    anonymous: false,
    pass: capability,
    person: 'practitioner',
  }),
};

/** What `subject` may do. */
export const getCapabilities = (subject: Subject): readonly Ability[] => {
  if (subject.role === 'anonymous') return [];
  return subject.role === 'pass' ? planCapabilities[subject.plan] : roleAbilities[subject.role];
};

/** Whether a row of the table lets `subject` in. */
export const isAllowed = (access: Access, subject: Subject): boolean => {
  if (access.anonymous) return true;
  if (subject.role === 'anonymous') return false;
  if (subject.role !== 'pass') return hasRole(subject, access.person);
  return access.pass !== false && getCapabilities(subject).includes(access.pass);
};
