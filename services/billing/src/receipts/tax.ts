import type { TaxLines } from '@ctdb/contracts';

/** What is taxed: the rate in percent, and whether the supply stays in the seller's state. */
export interface TaxRule {
  ratePercent: number;
  isWithinState: boolean;
}

/**
 * The tax that `amountMinor` includes. Each tax is rounded to a minor unit, the rest is the taxable
 * value; the two halves are equal, as the law wants them.
 */
export const includedTax = (
  amountMinor: number,
  { ratePercent, isWithinState }: TaxRule,
): TaxLines => {
  const total = 100 + ratePercent;
  if (!isWithinState) {
    const igst = Math.round((amountMinor * ratePercent) / total);
    return { ratePercent, taxable: amountMinor - igst, igst };
  }
  const half = Math.round((amountMinor * ratePercent) / (2 * total));
  return { ratePercent, taxable: amountMinor - 2 * half, cgst: half, sgst: half };
};

/**
 * The tax in `amountMinor` of a refund, after `before` of the same payment was refunded: the difference
 * of both sums, so that the refunds of a whole payment have exactly its tax.
 */
export const refundedTax = (before: number, amountMinor: number, rule: TaxRule): TaxLines => {
  const first = includedTax(before, rule);
  const both = includedTax(before + amountMinor, rule);
  const minus = (name: 'cgst' | 'sgst' | 'igst') =>
    both[name] === undefined ? {} : { [name]: both[name] - (first[name] ?? 0) };
  return {
    ratePercent: rule.ratePercent,
    taxable: both.taxable - first.taxable,
    ...minus('cgst'),
    ...minus('sgst'),
    ...minus('igst'),
  };
};
