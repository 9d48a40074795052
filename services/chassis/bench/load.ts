const IN_FLIGHT = 50;
const SLICE_MS = 1_000;

/** Calls per second, for one second, with 50 in flight. */
export const throughput = async (call: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  const end = start + SLICE_MS;
  let done = 0;
  const caller = async (): Promise<void> => {
    while (performance.now() < end) {
      await call();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, caller));
  return (done / (performance.now() - start)) * 1_000;
};

/** The middle one of some figures. */
export const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
