import { useEffect, useState } from 'react';

const two = (part: number): string => String(part).padStart(2, '0');

/** Seconds as "59:07", "2:00:00", or with days in front of a long time. */
export const clockOf = (seconds: number): { days: number; clock: string } => {
  const rest = seconds % 86_400;
  const hours = Math.floor(rest / 3_600);
  const clock = `${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`;
  return {
    days: Math.floor(seconds / 86_400),
    clock: hours > 0 || seconds >= 86_400 ? `${hours}:${clock}` : clock,
  };
};

/**
 * Counts down from what the server has answered, by the page's own clock: one that is set wrong, or
 * set anew meanwhile, changes nothing.
 */
export const useSecondsLeft = (askedAt: number, secondsLeft: number): number => {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const passed = Math.max(0, now - askedAt) / 1_000;
  return Math.max(0, Math.ceil(secondsLeft - passed));
};
