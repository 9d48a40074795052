import { accountRoutes } from './billing/accounts.js';
import { orderRoutes } from './billing/orders.js';
import { purchaseRoutes } from './billing/passes.js';
import { paymentRoutes } from './billing/payments.js';
import { pricingRoutes } from './billing/prices.js';
import { diseaseRoutes } from './catalog/diseases.js';
import { entryRoutes } from './catalog/entries.js';
import { insightRoutes } from './catalog/analytics.js';
import { languageRoutes } from './catalog/translation.js';
import { trashRoutes } from './catalog/trash.js';
import { treatmentRoutes } from './catalog/treatments.js';
import { gatewayRoutes } from './gateway.js';
import { backupRoutes } from './media/backups.js';
import { imageRoutes } from './media/images.js';
import { auditRoutes } from './ops/audit.js';
import { deadLetterRoutes } from './ops/dead-letters.js';
import { deploymentRoutes } from './ops/deployments.js';
import { domainRoutes } from './ops/dns.js';
import { overviewRoutes } from './ops/overview.js';

/** Routes that media answers. */
export const mediaRoutes = { ...imageRoutes, ...backupRoutes } as const;
/** Routes that ops answers. */
export const opsRoutes = {
  ...domainRoutes,
  ...deploymentRoutes,
  ...auditRoutes,
  ...deadLetterRoutes,
  ...overviewRoutes,
} as const;

/**
 * Every HTTP route of the product by its name, which is also its operation id; together their
 * `access` fields are the authorisation table.
 */
export const routes = {
  ...gatewayRoutes,
  ...diseaseRoutes,
  ...treatmentRoutes,
  ...entryRoutes,
  ...insightRoutes,
  ...languageRoutes,
  ...trashRoutes,
  ...accountRoutes,
  ...pricingRoutes,
  ...paymentRoutes,
  ...purchaseRoutes,
  ...orderRoutes,
  ...mediaRoutes,
  ...opsRoutes,
} as const;
/** The name of a route of {@link routes}. */
export type RouteName = keyof typeof routes;
