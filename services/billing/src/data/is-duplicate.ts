/** Whether a write failed because it would have repeated what must be unique. */
export const isDuplicate = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 11_000;
