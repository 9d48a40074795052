const DAY_SECONDS = 86_400;

/**
 * Seconds as whole days and a clock: "59:07", "2:00:00". Days are counted from `daysFrom` on; below
 * that the hours exceed 23.
 */
export const formatRemaining = (seconds: number, daysFrom = 1): { days: number; clock: string } => {
  const days = seconds >= daysFrom * DAY_SECONDS ? Math.floor(seconds / DAY_SECONDS) : 0;
  const rest = Math.ceil(seconds) - days * DAY_SECONDS;
  const hours = Math.floor(rest / 3_600);
  const clock = [Math.floor(rest / 60) % 60, rest % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  return { days, clock: hours > 0 || days > 0 ? `${hours}:${clock}` : clock };
};
