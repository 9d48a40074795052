import type { IndianState, PurchaseItem } from '@ctdb/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, findParams, routes } from '@/lib/api';
import { pricingQuery } from '@/lib/pricing';
import { useRequestKey } from '@/lib/request-key';
import { accessCodeQuery } from '../api/capture';
import { checkoutQuery } from '../api/checkout';
import { type Money, type Provider, toCharge } from './plan-items';
import type { ContactEmail } from './use-contact-email';

/** The new price, if the server rejected the shown amount. */
const findNewPrice = (error: unknown): Money | undefined =>
  findParams(error, 'PRICE_CHANGED')?.charge ?? findParams(error, 'CURRENCY_NOT_SUPPORTED')?.charge;

/**
 * Creates an order with the amount that the buyer has seen. `due` is the amount to charge. If the
 * price has changed, `due` is the new price and the buyer has to confirm it. A retry after a lost
 * response has the same idempotency key, so that it creates no second order.
 */
export const useCreateOrder = (
  item: PurchaseItem,
  provider: Provider,
  contact: ContactEmail,
  buyerState?: IndianState,
) => {
  const client = useQueryClient();
  const { keyFor, renew } = useRequestKey();
  const [changed, setChanged] = useState<Money>();
  const [isStateAsked, setStateAsked] = useState(false);
  const isStateMissing = provider.isTaxedByState === true && buyerState === undefined;
  const due = changed ?? toCharge(provider, item);

  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: (email: string | undefined) => {
      const price = { amount: due.amount, currency: due.currency };
      const state = provider.isTaxedByState && buyerState ? { buyerState } : {};
      const body = { item, ...price, intent: 'CAPTURE', ...(email && { email }), ...state };
      const request = { body, idempotencyKey: keyFor(body) };
      return provider.name === 'razorpay'
        ? call(routes.createRupeeOrder, request)
        : call(routes.createOrder, request);
    },
    onSuccess: ({ id, accessCode }) => {
      renew();
      client.setQueryData(accessCodeQuery(id).queryKey, { accessCode });
    },
    onError: (failure) => {
      const next = findNewPrice(failure);
      if (!next) return;
      setChanged(next);
      void client.invalidateQueries({ queryKey: pricingQuery.queryKey });
      void client.invalidateQueries({ queryKey: checkoutQuery.queryKey });
    },
  });

  return {
    due,
    isChanged: changed !== undefined,
    provider: provider.name,
    create: async () => {
      const email = contact.read();
      if (email === null) throw new Error('the e-mail address is missing or wrong');
      setStateAsked(isStateMissing);
      if (isStateMissing) throw new Error('the state is missing');
      return mutateAsync(email);
    },
    /** The order waits for the buyer's state. */
    isStateMissing: isStateAsked && isStateMissing,
    /** The order waits for the e-mail address. */
    isIncomplete: contact.fault !== undefined,
    isPending,
    /** Why no order was created. A changed price is no error; see `isChanged`. */
    error: error && !findNewPrice(error) ? error : undefined,
  };
};

export type Purchase = ReturnType<typeof useCreateOrder>;
