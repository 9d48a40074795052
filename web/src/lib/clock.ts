/** A page that was hidden or stood still for longer has been asleep. */
const ASLEEP_MS = 60_000;
const TICK_MS = 10_000;
/** The header `Date` has whole seconds, and replies take time to arrive. */
const TOLERANCE_MS = 2_000;

/** The server's time minus the page's monotonic clock; undefined until a reply has it. */
let offset: number | undefined;

/** Sets the clock by the header `Date` of a reply, because the clock of the device can be wrong or change. */
export const setClock = (date: string | null): void => {
  const time = Date.parse(date ?? '');
  if (Number.isNaN(time)) {
    offset = undefined;
    return;
  }
  const found = time - performance.now();
  // The largest is the nearest one: the others were rounded down or arrived late.
  if (offset === undefined || found > offset || offset - found > TOLERANCE_MS) offset = found;
};

/** The server's time in milliseconds; the device's until a reply has set it. */
export const serverNow = (): number =>
  offset === undefined ? Date.now() : performance.now() + offset;

/** The server's time of a moment by the device's clock. */
export const toServerTime = (time: number): number => time - Date.now() + serverNow();

/**
 * Calls `listener` when the page is seen again after it was hidden, or after its timers stood still, for a
 * minute: the monotonic clock may not have counted this time. Returns the unsubscribe function.
 */
export const onWake = (listener: () => void): (() => void) => {
  let seenAt = Date.now();
  const look = () => {
    if (document.visibilityState !== 'visible') return;
    const passed = Date.now() - seenAt;
    seenAt = Date.now();
    if (passed > ASLEEP_MS) listener();
  };
  const timer = setInterval(look, TICK_MS);
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pageshow', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('pageshow', look);
  };
};
