const SEED = Number(process.env['KILL_SEED'] ?? 1);

/**
 * Pseudo-random numbers for the moments of kills: the same for the same `KILL_SEED`. Each call returns
 * an integer from 0 to below `limit`.
 */
export const seededRandom = (): ((limit: number) => number) => {
  let state = SEED;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
};

/** `KILL_ROUNDS`, for long runs; in these all intervals are those of production. */
export const killRounds = (rounds: number): number => Number(process.env['KILL_ROUNDS'] ?? rounds);
