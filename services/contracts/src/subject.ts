import { z } from 'zod';
import { personRoles, type PersonRole } from './constants/roles.js';
import { personRole, plan } from './constants/schemas.js';

const person = z.object({
  role: personRole,
  id: z.string(),
  name: z.string(),
  sessionId: z.string(),
});

/** A person of the team. */
export type Person = z.infer<typeof person>;

/**
 * The acting user: anonymous, a buyer with a pass or plan, or a person of the team. The `id` of a pass
 * is its purchase; `practice` owns what the buyer writes under this and all later purchases.
 */
export const subject = z.union([
  z.object({ role: z.literal('anonymous') }),
  z.object({ role: z.literal('pass'), id: z.string(), plan, practice: z.string() }),
  person
    .extend({ isOwner: z.boolean().optional() })
    .transform(({ isOwner, role, ...rest }): Person => ({
      role: isOwner ? 'owner' : role,
      ...rest,
    })),
]);
/** See {@link subject}. */
export type Subject = z.infer<typeof subject>;
/** The role of a {@link Subject}. */
export type Role = Subject['role'];

/** The subject of work without a user: schedules, relays, first start. */
export const ANONYMOUS: Subject = { role: 'anonymous' };

/** Whether `subject` is a person of the team. */
export const isPerson = (subject: Subject): subject is Person =>
  personRoles.some((role) => role === subject.role);

/** Whether `subject` is a person with `minimum` or a higher role. */
export const hasRole = (subject: Subject, minimum: PersonRole): boolean =>
  isPerson(subject) && personRoles.indexOf(subject.role) >= personRoles.indexOf(minimum);

/**
 * `subject` for a message. An owner is sent as an admin with a mark, because replicas of versions
 * without roles know `admin` alone, and leave out what they do not know.
 */
export const toSentSubject = (subject: Subject): Subject =>
  subject.role === 'owner' ? { ...subject, role: 'admin', ...{ isOwner: true } } : subject;
