import { z } from 'zod';

/** The id of anything stored: 24 lower-case hex digits. Upper case is accepted and lowered. */
export const objectId = z
  .string()
  .toLowerCase()
  .regex(/^[0-9a-f]{24}$/);

/** Names one stored record. */
export const byId = z.strictObject({ id: objectId });
/** What endpoints about one record have in common. */
export const ofRecord = { params: byId, errors: ['NOT_FOUND'] } as const;

/** A moment on the wire: ISO 8601, UTC. */
export const timestamp = z.iso.datetime();

/** How often a record was changed; also its ETag. Starts at 1. */
export const version = z.number().int().min(1);

/** A key by which a repeated request is recognised (Idempotency-Key): 1 to 200 visible ASCII characters. */
export const idempotencyKey = z.string().regex(/^[\x21-\x7e]{1,200}$/);

/** Whether a record came with a new database and no person has edited it. */
export const isSample = z.boolean().default(false);

/** The reply of a command that restores a record from the trash. */
export const restored = z.object({ restored: z.literal(true) });

/** The end of the audit trail's hash chain. */
export const auditHead = z.object({
  sequence: z.number().int().min(1),
  day: z.iso.date(),
  hash: z.string(),
});
/** See {@link auditHead}. */
export type AuditHead = z.infer<typeof auditHead>;
