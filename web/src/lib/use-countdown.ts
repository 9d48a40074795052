import { useEffect, useState } from 'react';
import { serverNow } from './clock';

/** Counts down once a second; `start(seconds)` restarts it. */
export const useCountdown = () => {
  const [end, setEnd] = useState(0);
  const [now, setNow] = useState(0);
  const running = end > now;

  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(serverNow()), 1_000);
    return () => clearInterval(timer);
  }, [running]);

  const start = (seconds: number) => {
    setNow(serverNow());
    setEnd(serverNow() + seconds * 1_000);
  };
  return { secondsLeft: running ? Math.ceil((end - now) / 1_000) : 0, start };
};
