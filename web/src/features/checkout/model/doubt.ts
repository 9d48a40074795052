import { ApiError, retryAfterOf } from '@/lib/api';

/**
 * Whether nobody knows yet what became of the payment: no answer, or one that says nothing about
 * it. Such a payment is asked for again and never called failed.
 */
export const isInDoubt = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || [408, 429].includes(error.status);

const FIRST_MS = 3_000;
const LONGEST_MS = 30_000;

/** How long to wait before asking once more, in milliseconds, after `asked` answers. */
export const pauseBefore = (asked: number, error?: unknown): number =>
  Math.max(
    Math.min(FIRST_MS * 1.5 ** Math.max(asked - 1, 0), LONGEST_MS),
    (retryAfterOf(error) ?? 0) * 1_000,
  );
