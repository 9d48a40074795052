/** Injection token of {@link RunTiming}. */
export const RUN_TIMING = Symbol('RUN_TIMING');

/** How a run is kept alive; milliseconds. */
export interface RunTiming {
  /** A worker renews its lease this often. */
  renew: number;
  /** One that has not for this long counts as dead: another takes over. */
  stale: number;
  /** After this long without any worker the run has failed. */
  lost: number;
  /** Workers look this often for runs to take over, both processes for runs that are lost. */
  watch: number;
}

/** Long enough for a worker to be started again, short enough to be waited for. */
export const runTiming: RunTiming = { renew: 2_000, stale: 8_000, lost: 60_000, watch: 2_000 };
