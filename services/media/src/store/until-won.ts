import { unavailable } from '@ctdb/chassis';

const MOST_TRIES = 50;

/** Repeats read, decide and write until no other writer came between; `attempt` gives null where it lost. */
export const untilWon = async <T>(attempt: () => Promise<T | null>): Promise<T> => {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const won = await attempt();
    if (won !== null) return won;
  }
  throw unavailable();
};
