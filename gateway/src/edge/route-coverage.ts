import { routes, type RouteContract } from '@ctdb/contracts';
import type { FastifyInstance } from 'fastify';
import { routerPath } from '../http/route.decorator.js';

/** Throws unless every row of the authorisation table has a handler. */
export const requireAllRoutes = (server: FastifyInstance): void => {
  const missing = Object.entries<RouteContract>(routes)
    .filter(([, { method, path }]) => !server.hasRoute({ method, url: routerPath(path) }))
    .map(([id]) => id);
  if (missing.length > 0) throw new Error(`Routes without a handler: ${missing.join(', ')}`);
};
