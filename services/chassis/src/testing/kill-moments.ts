const LONG_ROUNDS = 20;

/**
 * Pseudo-random numbers for the moments of kills: the same for the same `TEST_SEED`, which the nightly run
 * draws and prints. Each call returns an integer from 0 to below `limit`.
 */
export const seededRandom = (): ((limit: number) => number) => {
  let state = Number(process.env['TEST_SEED'] ?? 1);
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
};

/** `rounds`; more with `NIGHTLY`, or as many as `KILL_ROUNDS` says. */
export const killRounds = (rounds: number): number =>
  Number(process.env['KILL_ROUNDS'] ?? (process.env['NIGHTLY'] ? LONG_ROUNDS : rounds));
