const pad = (part: number): string => String(part).padStart(2, '0');

/** Seconds as a clock: "59:07", "1:59:59". */
export const formatRemaining = (seconds: number): string => {
  const rest = Math.ceil(seconds);
  const hours = Math.floor(rest / 3_600);
  const clock = `${pad(Math.floor(rest / 60) % 60)}:${pad(rest % 60)}`;
  return hours > 0 ? `${hours}:${clock}` : clock;
};
