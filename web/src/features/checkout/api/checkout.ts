import { queryOptions } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';

/** How payments are taken here, and what is charged. */
export const checkoutQuery = queryOptions({
  queryKey: ['checkout'],
  queryFn: ({ signal }) => call(routes.getCheckout, { signal }),
});
