import { billingEvents } from './billing-events.js';
import { catalogEvents } from './catalog-events.js';
import { mediaEvents } from './media-events.js';
import { opsEvents } from './ops-events.js';
import type { Audited } from './told.js';

/** Every event that the audit trail is made of: all that ops takes (`eventTakers` of the contracts). */
export const auditTable: readonly Audited[] = [
  ...catalogEvents,
  ...billingEvents,
  ...mediaEvents,
  ...opsEvents,
];
