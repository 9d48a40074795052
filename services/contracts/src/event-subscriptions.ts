import { accountEvents } from './billing/accounts.js';
import { practiceEvents, purchaseEvents } from './billing/passes.js';
import { priceEvents } from './billing/prices.js';
import { colorEvents } from './catalog/colors.js';
import { diseaseEvents } from './catalog/diseases.js';
import { entryEvents } from './catalog/entries.js';
import { patientEvents } from './catalog/patients.js';
import { treatmentEvents } from './catalog/treatments.js';
import type { ServiceName } from './command.js';
import type { EventContract } from './event.js';
import { mailEvents } from './mails.js';
import { backupEvents, imageHealthEvents } from './media/backups.js';
import { imageEvents } from './media/images.js';
import { deadLetterEvents } from './ops/dead-letters.js';
import { deploymentEvents } from './ops/deployments.js';
import { domainProviderEvents } from './ops/dns.js';
import { legalPageEvents } from './ops/legal-pages.js';

/** Actions of buyers, which the list of orders shows instead of the audit trail. */
const { paid, activated, refundRequested, partRefunded, ...audited } = purchaseEvents;
const { erased: practiceErased, ...ofPractices } = practiceEvents;
/** Events without an entry in the audit trail. */
export const unauditedEvents: readonly EventContract[] = [
  paid,
  activated,
  refundRequested,
  partRefunded,
  ...Object.values(ofPractices),
  ...Object.values(mailEvents),
];

/** What billing notes outside its database, so that a restore of an older one takes back none of it. */
export const journaledEvents: readonly EventContract[] = [
  accountEvents.passwordChanged,
  accountEvents.passwordSet,
  accountEvents.ownerReset,
  accountEvents.disabled,
  accountEvents.enabled,
  accountEvents.erased,
  accountEvents.roleChanged,
  accountEvents.contactChanged,
  accountEvents.linkCreated,
  accountEvents.factorAdded,
  accountEvents.factorRemoved,
  accountEvents.factorsRemoved,
  accountEvents.recoveryCodesRenewed,
  accountEvents.recoveryCodeUsed,
  ...Object.values(practiceEvents),
];

/**
 * The events that each service consumes. Publishers declare all these queues, so that an event waits for
 * a service that has never run. Add the event of a new handler here.
 */
export const eventSubscriptions: Readonly<Partial<Record<ServiceName, readonly EventContract[]>>> =
  {
    catalog: [practiceEvents.joined, practiceErased],
    billing: [paid, partRefunded, audited.refunded, mailEvents.billing, ...journaledEvents],
    media: [diseaseEvents.deleted, diseaseEvents.restored, diseaseEvents.purged],
    ops: [
      accountEvents,
      audited,
      backupEvents,
      colorEvents,
      deadLetterEvents,
      deploymentEvents,
      diseaseEvents,
      domainProviderEvents,
      entryEvents,
      imageEvents,
      imageHealthEvents,
      legalPageEvents,
      { refundRequested, practiceErased, mailGivenUp: mailEvents.ops },
      patientEvents,
      priceEvents,
      treatmentEvents,
    ].flatMap((group) => Object.values<EventContract>(group)),
  };
