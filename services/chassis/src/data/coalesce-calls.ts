/**
 * Lets many callers share one run of `work`: a caller that asks before a run begins is served by it,
 * one that asks while it runs waits for the next run. Runs never overlap.
 */
export const coalesceCalls = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;

  const start = (): Promise<T> => {
    next = undefined;
    running = work().finally(() => (running = undefined));
    return running;
  };

  return () => {
    // Callers of the same turn share a run even where none is running yet.
    next ??= (running ?? Promise.resolve()).then(start, start);
    return next;
  };
};

/** The failed items of a batch: their errors by their places in it. */
export type BatchFailures = ReadonlyMap<number, Error>;

interface Call<T> {
  item: T;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Lets concurrent calls share runs of `work`: calls of one turn of the event loop make a batch, and so
 * do those that come while a batch is worked on. Runs never overlap and keep the order of the calls. A
 * call rejects with the error of its item, or with what `work` throws.
 */
export const batchCalls = <T>(
  work: (items: T[]) => Promise<BatchFailures>,
  maxBatchSize: number,
): ((item: T) => Promise<void>) => {
  const waiting: Call<T>[] = [];
  const runBatch = coalesceCalls(async () => {
    const calls = waiting.splice(0, maxBatchSize);
    try {
      const failures = await work(calls.map(({ item }) => item));
      for (const [index, { resolve, reject }] of calls.entries()) {
        const failure = failures.get(index);
        if (failure) reject(failure);
        else resolve();
      }
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
    if (waiting.length > 0) void runBatch();
  });

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      void runBatch();
    });
};
