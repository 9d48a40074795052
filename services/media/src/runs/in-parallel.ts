/**
 * Does `work` for every item, so many at once. After a failure nothing new begins; it is thrown when
 * all that had begun has ended.
 */
export const inParallel = async <T, R>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> => {
  const results = new Array<R>(items.length);
  const queue = items.entries();
  let failure: { error: unknown } | undefined;
  const lane = async () => {
    for (const [index, item] of queue) {
      if (failure) return;
      try {
        results[index] = await work(item);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  if (failure) throw failure.error;
  return results;
};
