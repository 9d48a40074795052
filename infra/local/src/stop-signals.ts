import { say } from './console.ts';

/** One Ctrl-C can arrive more than once: from the terminal and passed on by npm. */
const SAME_PRESS_MS = 1_500;

/** Aborted at the first request to stop; a second one, a moment later, ends the launcher at once. */
export function stopSignals(): AbortSignal {
  const stop = new AbortController();
  let first = 0;
  const onSignal = () => {
    if (!stop.signal.aborted) {
      first = performance.now();
      say('\nStopping …');
      stop.abort();
    } else if (performance.now() - first > SAME_PRESS_MS) {
      say('Stopped at once; the next start ends what is left.');
      process.exit(130);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  return stop.signal;
}

/** Resolves when the signal is aborted. Keeps the launcher alive until then, whatever else there is to do. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const alive = setInterval(() => undefined, 60_000);
    const end = () => {
      clearInterval(alive);
      resolve();
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
