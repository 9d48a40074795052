import { randomInt } from 'node:crypto';

const LONG_ROUNDS = 20;

const readSeed = (): number => {
  const given = process.env['KILL_SEED'];
  if (given !== undefined) return Number(given);
  if (!process.env['NIGHTLY']) return 1;
  const seed = randomInt(1, 2 ** 31 - 1);
  process.stdout.write(`KILL_SEED=${seed} repeats these moments\n`);
  return seed;
};

/**
 * Pseudo-random numbers for the moments of kills: the same for the same `KILL_SEED`, which is drawn and printed in
 * the nightly run. Each call returns an integer from 0 to below `limit`.
 */
export const seededRandom = (): ((limit: number) => number) => {
  let state = readSeed();
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
};

/** `rounds`; more with `NIGHTLY`, or as many as `KILL_ROUNDS` says. */
export const killRounds = (rounds: number): number =>
  Number(process.env['KILL_ROUNDS'] ?? (process.env['NIGHTLY'] ? LONG_ROUNDS : rounds));
