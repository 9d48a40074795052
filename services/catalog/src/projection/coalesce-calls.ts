/**
 * Lets many callers share one run of `work`: a caller that asks before a run begins is
 * served by it, one that asks while it runs waits for the next run. Runs never overlap.
 */
export const coalesceCalls = (work: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const start = (): Promise<void> => {
    next = undefined;
    running = work().finally(() => (running = undefined));
    return running;
  };

  return () => {
    if (next) return next;
    // Callers of the same turn share a run even where none is running yet.
    next = (running ?? Promise.resolve()).then(start, start);
    return next;
  };
};
