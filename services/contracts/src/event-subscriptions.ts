import { accountEvents } from './billing/accounts.js';
import { purchaseEvents } from './billing/passes.js';
import { priceEvents } from './billing/prices.js';
import { diseaseEvents } from './catalog/diseases.js';
import { entryEvents } from './catalog/entries.js';
import { treatmentEvents } from './catalog/treatments.js';
import type { ServiceName } from './command.js';
import type { EventContract } from './event.js';
import { backupEvents, imageHealthEvents } from './media/backups.js';
import { imageEvents } from './media/images.js';
import { deadLetterEvents } from './ops/dead-letters.js';
import { deploymentEvents } from './ops/deployments.js';

/** What the audit trail leaves out: what buyers do by themselves, which the list of orders shows. */
const { paid, activated, moved, refundRequested, ...refunds } = purchaseEvents;
/** See {@link eventSubscriptions}. */
export const unauditedEvents: readonly EventContract[] = [paid, activated, moved, refundRequested];

/**
 * The events that each service takes. Publishers declare the queues of all of them, so that an event
 * waits for a service that has never run yet. A new handler's event goes here too.
 */
export const eventSubscriptions: Readonly<Partial<Record<ServiceName, readonly EventContract[]>>> =
  {
    media: [diseaseEvents.deleted, diseaseEvents.restored, diseaseEvents.purged],
    ops: [
      accountEvents,
      backupEvents,
      deadLetterEvents,
      deploymentEvents,
      diseaseEvents,
      entryEvents,
      imageEvents,
      imageHealthEvents,
      priceEvents,
      refunds,
      treatmentEvents,
    ].flatMap((group) => Object.values<EventContract>(group)),
  };
