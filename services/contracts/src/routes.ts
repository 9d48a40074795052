import * as accounts from './billing/accounts.js';
import * as accessCodes from './billing/access-codes.js';
import * as addresses from './billing/addresses.js';
import * as confirmation from './billing/confirmation.js';
import * as factors from './billing/factors.js';
import * as orders from './billing/orders.js';
import * as passes from './billing/passes.js';
import * as people from './billing/people.js';
import * as payments from './billing/payments.js';
import * as practiceData from './billing/practice-data.js';
import * as prices from './billing/prices.js';
import * as receipts from './billing/receipts.js';
import * as sessions from './billing/sessions.js';
import * as analytics from './catalog/analytics.js';
import * as colors from './catalog/colors.js';
import * as diseases from './catalog/diseases.js';
import * as entries from './catalog/entries.js';
import * as exportRoutes from './catalog/exports.js';
import * as freeSample from './catalog/free-sample.js';
import * as importRoutes from './catalog/imports.js';
import * as patientIdentity from './catalog/patient-identity.js';
import * as patients from './catalog/patients.js';
import * as personalLists from './catalog/personal-lists.js';
import * as samples from './catalog/samples.js';
import * as translation from './catalog/translation.js';
import * as trash from './catalog/trash.js';
import * as treatments from './catalog/treatments.js';
import type { RouteContract } from './endpoint.js';
import * as gateway from './gateway.js';
import * as backups from './media/backups.js';
import * as images from './media/images.js';
import * as audit from './ops/audit.js';
import * as completeBackups from './ops/complete-backups.js';
import * as deadLetters from './ops/dead-letters.js';
import * as deployments from './ops/deployments.js';
import * as dns from './ops/dns.js';
import * as legalPages from './ops/legal-pages.js';
import * as overview from './ops/overview.js';

const declarations = {
  ...accounts,
  ...accessCodes,
  ...addresses,
  ...confirmation,
  ...factors,
  ...orders,
  ...passes,
  ...payments,
  ...people,
  ...practiceData,
  ...prices,
  ...receipts,
  ...sessions,
  ...analytics,
  ...colors,
  ...diseases,
  ...entries,
  ...exportRoutes,
  ...freeSample,
  ...importRoutes,
  ...patientIdentity,
  ...patients,
  ...personalLists,
  ...samples,
  ...translation,
  ...trash,
  ...treatments,
  ...gateway,
  ...backups,
  ...images,
  ...audit,
  ...completeBackups,
  ...deadLetters,
  ...deployments,
  ...dns,
  ...legalPages,
  ...overview,
};
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
/** The name of a route of {@link routes}. */
export type RouteName = keyof Routes;
