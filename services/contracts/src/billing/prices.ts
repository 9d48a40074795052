import { z } from 'zod';
import { defineCommand, defineQuery } from '../command.js';
import { access } from '../authorisation.js';
import { defineRoute, endpoint } from '../endpoint.js';
import { defineEvent } from '../event.js';
import { timestamp } from '../ids.js';
import { decimalPattern, MAX_PRICE, toMinorUnits } from '../constants/billing.js';

const MAX_PRICE_MINOR = MAX_PRICE * 100;

const decimal = z.string().max(20).regex(decimalPattern);

const price = (isWhole: boolean) =>
  z.union([decimal, z.number()]).transform((value, context) => {
    const minor = toMinorUnits(value);
    const isInRange = minor !== undefined && minor > 0 && minor <= MAX_PRICE_MINOR;
    if (isInRange && !(isWhole && minor % 100 !== 0)) return minor;
    const message = minor === undefined || isInRange ? 'WRONG_FORMAT' : 'OUT_OF_RANGE';
    context.addIssue({ code: 'custom', message, input: value });
    return z.NEVER;
  });

/**
 * Prices of the hourly pass as an administrator types them: strings or numbers, above 0 and at most
 * {@link MAX_PRICE}; dollars with at most two decimals, rupees whole. Becomes minor units.
 */
export const pricingInput = z.strictObject({ usd_hourly: price(false), inr_hourly: price(true) });

/** Prices of the hourly pass on the wire: decimal strings, "9.99" and "799". */
export const hourlyPricing = z.object({ usd_hourly: decimal, inr_hourly: decimal });
/** See {@link hourlyPricing}. */
export type HourlyPricing = z.infer<typeof hourlyPricing>;

const minor = z.number().int().min(1).max(MAX_PRICE_MINOR);

/** Prices of the hourly pass in minor units. */
export const hourlyPrices = z.object({ usdCents: minor, inrPaise: minor });
/** See {@link hourlyPrices}. */
export type HourlyPrices = z.infer<typeof hourlyPrices>;

/** One change of the prices: who made it, when, and what they were before. */
export const priceChange = z.object({
  at: timestamp,
  by: z.string(),
  before: hourlyPrices,
  after: hourlyPrices,
});
/** See {@link priceChange}. */
export type PriceChange = z.infer<typeof priceChange>;

/** The prices that hold now. */
export const getPrices = defineQuery({
  name: 'billing.prices.get',
  access: access.everyone,
  request: z.strictObject({}),
  reply: hourlyPrices,
});

/** Sets both prices; the same prices again change nothing. */
export const setPrices = defineCommand({
  name: 'billing.prices.set',
  access: access.from('admin'),
  request: z.strictObject(hourlyPrices.shape),
  reply: hourlyPrices,
});

/** The latest changes, newest first. */
export const listPriceChanges = endpoint({
  method: 'GET',
  path: '/api/admin/pricing/changes',
  summary: 'The newest changes of the prices, newest first',
  access: access.from('admin'),
  message: 'billing.prices.changes',
  reply: z.array(priceChange),
});

/** Prices of the hourly pass. */
export const getPricing = defineRoute({
  method: 'GET',
  path: '/api/admin/pricing',
  summary: 'Prices of the hourly pass',
  access: access.everyone,
  response: hourlyPricing,
  status: 200,
});

/** Sets the prices of the hourly pass. */
export const setPricing = defineRoute({
  method: 'POST',
  path: '/api/admin/pricing',
  summary: 'Sets the prices of the hourly pass',
  access: access.from('admin'),
  confirmed: true,
  body: pricingInput,
  response: hourlyPricing,
  status: 200,
});

/** What happens to prices, for the audit trail. */
export const priceEvents = {
  changed: defineEvent({
    name: 'billing.price.changed.v1',
    payload: z.object({ before: hourlyPrices, after: hourlyPrices }),
  }),
};
