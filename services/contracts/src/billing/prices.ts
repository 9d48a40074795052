import { z } from 'zod';
import { defineCommand, defineQuery } from '../command.js';
import { access } from '../authorisation.js';
import { defineRoute, endpoint } from '../endpoint.js';
import { defineEvent } from '../event.js';
import { timestamp } from '../records.js';
import { typedText } from '../text-fields.js';
import {
  decimalPattern,
  defaultPlanPrices,
  MAX_PRICE,
  type PlanItem,
  planItemNames,
  planPriceField,
  toMinorUnits,
} from '../constants/billing.js';

const MAX_PRICE_MINOR = MAX_PRICE * 100;

const decimal = typedText().max(20).regex(decimalPattern);

const price = (isWhole: boolean) =>
  z.union([decimal, z.number()]).transform((value, context) => {
    const minor = toMinorUnits(value);
    const isInRange = minor !== undefined && minor > 0 && minor <= MAX_PRICE_MINOR;
    if (isInRange && !(isWhole && minor % 100 !== 0)) return minor;
    const message = minor === undefined || isInRange ? 'WRONG_FORMAT' : 'OUT_OF_RANGE';
    context.addIssue({ code: 'custom', message, input: value });
    return z.NEVER;
  });

/** An object with a field for each plan, named by `toName`. */
const forEachPlan = <N extends string, T extends z.ZodType>(
  toName: (item: PlanItem) => N,
  schema: T,
) => Object.fromEntries(planItemNames.map((item) => [toName(item), schema])) as Record<N, T>;

/**
 * Prices as an administrator types them: strings or numbers, above 0 and at most {@link MAX_PRICE};
 * dollars with at most two decimals, rupees whole. Becomes minor units. A price that is absent stays, also
 * if another administrator changes it meanwhile; dollar prices of plans are fixed.
 */
export const pricingInput = z.strictObject({
  usd_hourly: price(false).optional(),
  inr_hourly: price(true).optional(),
  ...forEachPlan(planPriceField, price(true).optional()),
});

/** Prices of the hourly pass, and of plans in rupees, on the wire: decimal strings, "9.99" and "799". */
export const pricing = z.object({
  usd_hourly: decimal,
  inr_hourly: decimal,
  ...forEachPlan(planPriceField, decimal),
});
/** See {@link pricing}. */
export type Pricing = z.infer<typeof pricing>;

const minor = z.number().int().min(1).max(MAX_PRICE_MINOR);

const planPrices = z.object(forEachPlan((item) => item, minor));

/**
 * Prices that can be changed, in minor units: of the hourly pass, and of plans in rupees. Rows and
 * replies of versions before this one have no plans.
 */
export const prices = z.object({
  usdCents: minor,
  inrPaise: minor,
  plansPaise: planPrices.default(defaultPlanPrices),
});
/** See {@link prices}. */
export type Prices = z.infer<typeof prices>;

/** One change of the prices: who made it, when, and what they were before. */
export const priceChange = z.object({
  at: timestamp,
  by: z.string(),
  before: prices,
  after: prices,
});
/** See {@link priceChange}. */
export type PriceChange = z.infer<typeof priceChange>;

/** The prices that hold now. */
export const getPrices = defineQuery({
  name: 'billing.prices.get',
  access: access.everyone,
  reply: prices,
});

/** Sets the prices; the same prices again change nothing. Prices stay where they are absent. */
export const setPrices = defineCommand({
  name: 'billing.prices.set',
  access: access.from('admin'),
  request: z.strictObject({ ...prices.shape, plansPaise: planPrices.partial() }).partial(),
  reply: prices,
});

/** The latest changes, newest first. */
export const listPriceChanges = endpoint('GET /api/admin/pricing/changes', {
  summary: 'The newest changes of the prices, newest first',
  access: access.from('admin'),
  message: 'billing.prices.changes',
  reply: z.array(priceChange),
});

/** See {@link pricing}. */
export const getPricing = defineRoute('GET /api/admin/pricing', {
  summary: 'Prices of the hourly pass, and of plans in rupees',
  access: access.everyone,
  response: pricing,
});

/** Sets the prices that can be changed. */
export const setPricing = defineRoute('POST /api/admin/pricing', {
  summary: 'Sets the prices of the hourly pass, and of plans in rupees',
  access: access.from('admin'),
  confirmed: true,
  body: pricingInput,
  response: pricing,
});

/** What happens to prices, for the audit trail. */
export const priceEvents = {
  changed: defineEvent({
    name: 'billing.price.changed.v1',
    payload: z.object({ before: prices, after: prices }),
  }),
};
