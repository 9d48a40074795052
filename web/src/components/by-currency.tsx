import { currencies, type Currency } from '@ctdb/contracts';
import type { ReactNode } from 'react';
import { displayCurrency } from '@/lib/pricing';
import { useHydrated } from '@/lib/use-hydrated';

/**
 * Content with prices in the visitor's currency. A prerendered page holds it for every currency, and
 * base.css shows one.
 */
export function ByCurrency({ children }: { children: (currency: Currency) => ReactNode }) {
  const shown = useHydrated() ? [displayCurrency()] : currencies;
  return shown.map((currency) => (
    <span key={currency} className="contents" data-price={currency}>
      {children(currency)}
    </span>
  ));
}
