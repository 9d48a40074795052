const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** From here on the end is near enough to be said, in milliseconds. */
export const WARNING_MS = 5 * MINUTE;

interface Answer {
  askedAt: number;
  secondsLeft: number;
}

/**
 * When access ends, by the page's own clock: the server's seconds from the moment it was asked.
 * A pass has at least the second that its answer took.
 */
export const endOf = ({ askedAt, secondsLeft }: Answer): number =>
  askedAt + Math.max(1, secondsLeft) * 1_000;

/** What a reader is shown of `ms`: whole days of a long time, else hours, minutes and seconds. */
export const shownTime = (ms: number): { days: number } | { clock: string } => {
  if (ms >= 2 * DAY) return { days: Math.floor(ms / DAY) };
  const seconds = Math.ceil(ms / 1_000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  const hours = Math.floor(seconds / 3_600);
  const two = (part: number) => String(part).padStart(2, '0');
  const clock = parts.map(two).join(':');
  return { clock: hours > 0 ? `${hours}:${clock}` : clock };
};

/** Milliseconds until another time is to be shown. */
export const untilNext = (ms: number): number => {
  if (ms > 2 * DAY + MINUTE) return MINUTE;
  return ms - (Math.ceil(ms / 1_000) - 1) * 1_000;
};
