const IN_FLIGHT = 50;
const WARM_UP_MS = 1_000;
const MEASURED_MS = 2_000;

const during = async (milliseconds: number, call: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  const end = start + milliseconds;
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

/** Calls per second with 50 in flight, after two seconds of warming up. */
export const throughput = async (call: () => Promise<unknown>): Promise<number> => {
  await during(WARM_UP_MS, call);
  return during(MEASURED_MS, call);
};
