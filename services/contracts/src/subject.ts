import { z } from 'zod';
import { plan } from './constants/schemas.js';

/**
 * The acting user: anonymous, the holder of a pass or plan, or an administrator. The `id` of a pass is
 * its purchase; `holder` is the same for all plans of a buyer (`user:` and the row in `users`), and
 * absent where what is written belongs to the purchase alone.
 */
export const subject = z.discriminatedUnion('role', [
  z.object({ role: z.literal('anonymous') }),
  z.object({ role: z.literal('pass'), id: z.string(), plan, holder: z.string().optional() }),
  z.object({ role: z.literal('admin'), id: z.string(), name: z.string(), sessionId: z.string() }),
]);
/** See {@link subject}. */
export type Subject = z.infer<typeof subject>;
/** The role of a {@link Subject}. */
export type Role = Subject['role'];

/** The subject of work without a user: schedules, relays, first start. */
export const ANONYMOUS: Subject = { role: 'anonymous' };
