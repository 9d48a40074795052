import type { PurchaseItem } from '@ctdb/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, paramsOf, routes } from '@/lib/api';
import { pricingQuery } from '@/lib/pricing';
import { useRequestKey } from '@/lib/request-key';
import { checkoutQuery } from '../api/capture';
import type { Money } from './plan-items';

/** What the server wants to be paid instead, where it refuses the amount that was shown. */
const chargeIn = (error: unknown): Money | undefined =>
  paramsOf(error, 'PRICE_CHANGED')?.charge ?? paramsOf(error, 'CURRENCY_NOT_SUPPORTED')?.charge;

/**
 * Opens an order for what the buyer has seen. `due` is what will be charged: where the price has
 * changed it is the new one, and the buyer has to ask again. A repetition after a lost answer
 * carries the same key, so that it opens no second order.
 */
export const useCreateOrder = (item: PurchaseItem, charge: Money) => {
  const client = useQueryClient();
  const { keyFor, renew } = useRequestKey();
  const [changed, setChanged] = useState<Money>();
  const due = changed ?? charge;

  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: () => {
      const body = { item, amount: due.amount, currency: due.currency, intent: 'CAPTURE' };
      return call(routes.createOrder, { body, idempotencyKey: keyFor(body) });
    },
    onSuccess: renew,
    onError: (failure) => {
      const next = chargeIn(failure);
      if (!next) return;
      setChanged(next);
      void client.invalidateQueries({ queryKey: pricingQuery.queryKey });
      void client.invalidateQueries({ queryKey: checkoutQuery.queryKey });
    },
  });

  return {
    due,
    isChanged: changed !== undefined,
    open: mutateAsync,
    isPending,
    /** Why no order was opened; a new price is told apart, by `isChanged`. */
    error: error && !chargeIn(error) ? error : undefined,
  };
};

export type Purchase = ReturnType<typeof useCreateOrder>;
