import type { RouteContract, routes as contracts } from '@ctdb/contracts';
import { routes as table } from 'virtual:routes';

/** The part of a route that the browser needs at run time; the rest is types. */
export interface Endpoint<R extends RouteContract> {
  readonly method: R['method'];
  readonly path: R['path'];
  /** Never set: it ties the endpoint to the types of its contract. */
  readonly contract?: R;
}

/** Method and path of every route of the contracts, by name (`build/routes-table.ts`). */
export const routes: {
  readonly [K in keyof typeof contracts]: Endpoint<(typeof contracts)[K]>;
} = table;
