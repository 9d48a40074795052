/**
 * Percent of images whose backup matched, with one decimal; rounded down, so that 100 means all.
 * Without images nothing is unprotected.
 */
export const coveragePercent = (total: number, verified: number): number =>
  total === 0 ? 100 : Math.floor((1_000 * Math.min(verified, total)) / total) / 10;
