import { z } from 'zod';

/** Diseases on a page of the registry. */
export const PAGE_SIZE = 10;

/** Most rows that one page may ask for. */
export const MAX_PAGE_LIMIT = 100;

/** Rows in an answer when the caller asked for no page. */
export const MAX_UNPAGED = 1_000;

/** Newest notes and history entries that come along with a treatment. */
export const EMBEDDED_ENTRIES = 100;

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

/** One page of rows with the number of all rows. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.number().int().min(0) });
