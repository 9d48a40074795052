import { useEffect, useState } from 'react';

/** Counts down once a second; `start(seconds)` restarts it. */
export const useCountdown = () => {
  const [end, setEnd] = useState(0);
  const [now, setNow] = useState(0);
  const running = end > now;

  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [running]);

  const start = (seconds: number) => {
    setNow(Date.now());
    setEnd(Date.now() + seconds * 1_000);
  };
  return { secondsLeft: running ? Math.ceil((end - now) / 1_000) : 0, start };
};
