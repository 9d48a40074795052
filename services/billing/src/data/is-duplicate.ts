/** Whether a write failed with a duplicate key. */
export const isDuplicate = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 11_000;
