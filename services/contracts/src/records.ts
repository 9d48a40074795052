import { z } from 'zod';
import { MAX_PAGE_LIMIT } from './constants/limits.js';

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

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().int().min(1).max(max))
    .optional();

/** `page` and `limit` as they arrive in a query string. */
export const pageQuery = z.strictObject({
  page: wholeNumber(1_000_000),
  limit: wholeNumber(MAX_PAGE_LIMIT),
});

/** Returns the fields `page` and `limit` of a message; `pageSize` (rows) is the default of `limit`. */
export const pageRequest = (pageSize: number) => ({
  page: z.number().int().min(1).default(1),
  limit: z.number().int().min(1).max(MAX_PAGE_LIMIT).default(pageSize),
});

/** Creates the schema of one page of `item`, with the number of all rows as `total`. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.number().int().min(0) });

/** Declares that an endpoint answers with pages of `item`; its query has the fields of `filter` too. */
export const paged = <T extends z.ZodType, F extends z.ZodRawShape = Record<never, never>>(
  item: T,
  pageSize: number,
  filter?: F,
) => ({ pageSize, query: pageQuery.extend(filter ?? ({} as F)), reply: pageOf(item) });
