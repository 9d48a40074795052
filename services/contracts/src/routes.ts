import * as declarations from './declarations.js';
import type { RouteContract } from './endpoint.js';

type Declarations = typeof declarations;

type Routes = {
  readonly [
    N in keyof Declarations as Declarations[N] extends RouteContract ? N : never
  ]: Declarations[N];
};

const isRoute = (declaration: unknown): boolean =>
  typeof declaration === 'object' && declaration !== null && 'path' in declaration;

/**
 * Every HTTP route of the product by the name of its declaration, which is also its operation id;
 * together their `access` fields are the authorisation table.
 */
export const routes = Object.fromEntries(
  Object.entries(declarations).filter(([, declaration]) => isRoute(declaration)),
) as unknown as Routes;
