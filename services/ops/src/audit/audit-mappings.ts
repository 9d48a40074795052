import { billingEvents } from './billing-events.js';
import { catalogEvents } from './catalog-events.js';
import { mediaEvents } from './media-events.js';
import { opsEvents } from './ops-events.js';
import type { AuditMapping } from './audited-event.js';

/** All audited events: those that ops takes (`eventSubscriptions` of the contracts). */
export const auditMappings: readonly AuditMapping[] = [
  ...catalogEvents,
  ...billingEvents,
  ...mediaEvents,
  ...opsEvents,
];
