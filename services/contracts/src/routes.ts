import { billingRoutes } from './billing/routes.js';
import { catalogRoutes } from './catalog/routes.js';
import { edgeRoutes } from './edge/routes.js';
import { mediaRoutes } from './media/routes.js';
import { opsRoutes } from './ops/routes.js';

/** Every HTTP route of the product; together their `access` fields are the authorisation table. */
export const routes = {
  ...edgeRoutes,
  ...catalogRoutes,
  ...billingRoutes,
  ...mediaRoutes,
  ...opsRoutes,
} as const;
/** The name of a route of {@link routes}. */
export type RouteName = keyof typeof routes;
