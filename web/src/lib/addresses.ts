import { routeQuery, routes } from '@/lib/api';

/** The confirmed addresses of this browser's practice. A change of purchases reloads them. */
export const addressesQuery = routeQuery(['purchases', 'addresses'], routes.getAddresses);
