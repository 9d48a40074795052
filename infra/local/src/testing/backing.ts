import type { StartedTestContainer } from 'testcontainers';
import { LaunchError } from '../failure.ts';
import { provideAll, type Addresses } from '../servers/provide.ts';
import type { Session } from '../session.ts';

/** The servers of a test run, and their end. */
export interface Backing {
  start: (signal: AbortSignal) => Promise<Addresses>;
  /** Ends what does not end with the session. */
  stop: () => Promise<void>;
}

/**
 * Where the tests' servers come from: as at `npm start`, or from containers (TEST_BACKING=containers).
 * @throws LaunchError where something else is asked for
 */
export function backing(session: Session): Backing {
  const wanted = session.env['TEST_BACKING'] || 'local';
  if (wanted === 'local') {
    return { start: (signal) => provideAll(session, signal), stop: async () => undefined };
  }
  if (wanted === 'containers') return inContainers(session);
  throw new LaunchError(
    `TEST_BACKING is "${wanted}".`,
    'It may be `local` (as at npm start) or `containers` (which needs Docker).',
  );
}

function inContainers({ secrets }: Session): Backing {
  const started: StartedTestContainer[] = [];
  return {
    start: async (signal) => {
      // Only here: whoever has no Docker need not load what speaks with it.
      const { startContainers } = await import('./container-servers.ts');
      return startContainers(secrets, started, signal);
    },
    stop: async () => {
      await Promise.allSettled(started.map((container) => container.stop()));
    },
  };
}
