import { ANONYMOUS, type Plan, type Subject } from '@ctdb/contracts';

type SubjectOf<R extends Subject['role']> = Extract<Subject, { role: R }>;

/** An unauthenticated caller. */
export const anonymous: Subject = ANONYMOUS;

/** An administrator. */
export const admin = (
  overrides: Partial<Omit<SubjectOf<'admin'>, 'role'>> = {},
): SubjectOf<'admin'> => ({
  role: 'admin',
  id: 'a'.repeat(24),
  name: 'admin',
  sessionId: 'session-1',
  ...overrides,
});

/** The holder of a pass (of the hourly plan unless said otherwise). */
export const passHolder = (
  plan: Plan = 'hourly',
  id = 'b'.repeat(24),
  holder?: string,
): SubjectOf<'pass'> => ({ role: 'pass', id, plan, ...(holder && { holder }) });
