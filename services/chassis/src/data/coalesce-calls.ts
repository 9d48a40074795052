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
