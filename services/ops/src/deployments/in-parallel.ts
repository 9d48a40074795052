/** Does `work` for every item, so many at once. After a failure nothing new begins; the first is thrown. */
export const inParallel = async <T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const queue = items.values();
  let failure: { error: unknown } | undefined;
  const lane = async () => {
    for (const item of queue) {
      if (failure) return;
      try {
        await work(item);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  if (failure) throw failure.error;
};
