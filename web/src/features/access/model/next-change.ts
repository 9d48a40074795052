import type { Purchase } from '@ctdb/contracts';

/** How often a payment that PayPal holds is asked about, in milliseconds. */
const HELD_MS = 10_000;
/** No timer runs longer; browsers' own overflow after 24 days. In milliseconds. */
const LONGEST_MS = 3_600_000;
const MARGIN_MS = 1_000;

/** In how many milliseconds the list will say something else; false where it will not by itself. */
export const nextChange = (purchases: readonly Purchase[], now: number): number | false => {
  const moments = purchases
    .filter(({ state }) => state === 'queued' || state === 'running')
    .flatMap(({ pass }) => (pass ? [pass.startsAt, pass.expiresAt] : []))
    .map((moment) => Date.parse(moment) - now + MARGIN_MS)
    .filter((wait) => wait > MARGIN_MS);
  if (purchases.some(({ state }) => state === 'pending')) moments.push(HELD_MS);
  return moments.length > 0 && Math.min(...moments, LONGEST_MS);
};
