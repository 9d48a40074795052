import { z } from 'zod';
import { MAX_PAGE_LIMIT } from './constants/limits.js';

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
