import { queryOptions } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';

/** The confirmed addresses of this browser's practice. A change of purchases reloads them. */
export const addressesQuery = queryOptions({
  queryKey: ['purchases', 'addresses'],
  queryFn: ({ signal }) => call(routes.getAddresses, { signal }),
});
