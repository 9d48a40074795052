import { z } from 'zod';
import { askFresh, type FreshRequest } from './fresh-request.js';
import { RELEASE_DATA } from './release-data.js';

const PATIENCE_MS = 3_000;

/** What is said of a site that does not answer. */
export const NO_ANSWER = 'nothing';

const told = z.object({ releaseId: z.string() });

const idIn = (body: string): string | undefined => {
  try {
    return told.parse(JSON.parse(body)).releaseId;
  } catch {
    return undefined;
  }
};

/** The release that a site serves, or in a few words what it does instead. Fails only with the signal. */
export const releaseSeenAt = async (origin: string, how: FreshRequest): Promise<string> => {
  const { signal } = how;
  const limited = { ...how, signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]) };
  try {
    const [data, page] = await Promise.all([
      askFresh(`${origin}${RELEASE_DATA}`, limited, true),
      askFresh(`${origin}/`, limited, false),
    ]);
    if (page.status !== 200) return `${page.status} for its first page`;
    return idIn(data.body) ?? 'no release';
  } catch {
    signal.throwIfAborted();
    return NO_ANSWER;
  }
};
