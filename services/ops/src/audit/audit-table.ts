import { purchaseEvents, type EventContract } from '@ctdb/contracts';
import { billingEvents } from './billing-events.js';
import { catalogEvents } from './catalog-events.js';
import { mediaEvents } from './media-events.js';
import { opsEvents } from './ops-events.js';
import type { Audited } from './told.js';

/** Every event that the audit trail is made of. A new event goes here or into {@link notAudited}. */
export const auditTable: readonly Audited[] = [
  ...catalogEvents,
  ...billingEvents,
  ...mediaEvents,
  ...opsEvents,
];

/** What buyers do by themselves; the list of orders shows it. */
export const notAudited: readonly EventContract[] = [
  purchaseEvents.paid,
  purchaseEvents.begun,
  purchaseEvents.moved,
  purchaseEvents.refundRequested,
];
