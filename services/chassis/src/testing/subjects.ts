import { ANONYMOUS, type Person, type PersonRole, type Plan, type Subject } from '@ctdb/contracts';

type SubjectOf<R extends Subject['role']> = Extract<Subject, { role: R }>;

/** An unauthenticated caller. */
export const anonymous: Subject = ANONYMOUS;

/** A person of the team. */
export const person = (
  role: PersonRole,
  overrides: Partial<Omit<Person, 'role'>> = {},
): Person => ({ role, id: 'a'.repeat(24), name: 'admin', sessionId: 'session-1', ...overrides });

/** An administrator. */
export const admin = (overrides: Partial<Omit<Person, 'role'>> = {}): Person =>
  person('admin', overrides);

/** A buyer with a pass (of the hourly plan unless said otherwise). */
export const buyer = (
  plan: Plan = 'hourly',
  id = 'b'.repeat(24),
  practice = 'c'.repeat(24),
): SubjectOf<'pass'> => ({ role: 'pass', id, plan, practice });
