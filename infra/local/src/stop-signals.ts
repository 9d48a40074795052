import { setTimeout as sleep } from 'node:timers/promises';
import { print } from './console.ts';

/** One Ctrl-C can arrive twice: from the terminal and from npm. */
const DUPLICATE_SIGNAL_MS = 1_500;

/** Aborts at the first Ctrl-C. A later second one ends the launcher immediately. */
export function createStopSignal(): AbortSignal {
  const stop = new AbortController();
  let first = 0;
  const onSignal = () => {
    if (!stop.signal.aborted) {
      first = performance.now();
      print('\nStopping …');
      stop.abort();
    } else if (performance.now() - first > DUPLICATE_SIGNAL_MS) {
      print('Forced stop; the next start will stop remaining processes.');
      process.exit(130);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  return stop.signal;
}

/** Resolves after the abort and keeps the launcher alive until then. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await sleep(60_000, undefined, { signal }).catch(() => undefined);
}
