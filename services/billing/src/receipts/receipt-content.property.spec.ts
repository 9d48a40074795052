import type { TaxLines } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import fc from 'fast-check';
import { includedTax, refundedTax } from './receipt-content.js';

const amount = fc.integer({ min: 1, max: 10_000_000 });
const rule = fc.record({
  ratePercent: fc.integer({ min: 0, max: 100 }),
  isWithinState: fc.boolean(),
});
const sum = ({ taxable, cgst = 0, sgst = 0, igst = 0 }: TaxLines) => taxable + cgst + sgst + igst;

it('included tax is 18% of the taxable value', () => {
  const tax = (isWithinState: boolean) => includedTax(249_900, { ratePercent: 18, isWithinState });
  const base = { ratePercent: 18, taxable: 211_780 };
  expect(tax(true)).toEqual({ ...base, cgst: 19_060, sgst: 19_060 });
  expect(tax(false)).toEqual({ ...base, igst: 38_120 });
});

it('included tax adds up exactly, in equal halves, within a minor unit of the rate', () => {
  fc.assert(
    fc.property(amount, rule, (paid, taxed) => {
      const lines = includedTax(paid, taxed);
      expect(sum(lines)).toBe(paid);
      expect(lines.cgst).toBe(lines.sgst);
      const exact = (paid * taxed.ratePercent) / (100 + taxed.ratePercent);
      expect(Math.abs(paid - lines.taxable - exact)).toBeLessThanOrEqual(1);
      for (const minor of Object.values(lines)) expect(Number.isInteger(minor)).toBe(true);
    }),
  );
});

it('included tax of refunds in any parts adds up to that of the payment', () => {
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 5 }), rule, (parts, taxed) => {
      let before = 0;
      const notes = parts.map((part) => {
        const lines = refundedTax(before, part, taxed);
        before += part;
        expect(sum(lines)).toBe(part);
        return lines;
      });
      const whole = includedTax(before, taxed);
      for (const name of ['taxable', 'cgst', 'igst'] as const) {
        const total = notes.reduce((so, lines) => so + (lines[name] ?? 0), 0);
        expect(total).toBe(whole[name] ?? 0);
      }
    }),
  );
});
