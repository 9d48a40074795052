import type { HourlyPrices, PriceChange } from '@ctdb/contracts';
import type { SettingChange, SettingDocument } from './setting.schema.js';

/** The prices of a row. */
export const toPrices = ({ usdCents, inrPaise }: HourlyPrices): HourlyPrices => ({
  usdCents,
  inrPaise,
});

const toChange = ({ at, by, before, after }: SettingChange): PriceChange => ({
  at: at.toISOString(),
  by,
  before: toPrices(before),
  after: toPrices(after),
});

/** The price changes, newest first. */
export const toChanges = (row: Pick<SettingDocument, 'history'> | null): PriceChange[] =>
  (row?.history ?? []).map(toChange).reverse();
