import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api';
import { paymentRoutes } from '@/lib/api/payment-routes';

/** How payments are taken here, and what is charged. */
export const checkoutQuery = queryOptions({
  queryKey: ['checkout'],
  queryFn: ({ signal }) => call(paymentRoutes.getCheckout, { signal }),
});
