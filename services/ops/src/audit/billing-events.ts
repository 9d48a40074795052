import { accountEvents, priceEvents, purchaseEvents, toDecimalString } from '@ctdb/contracts';
import { auditMapping, asChanges, type AuditMapping } from './audited-event.js';

/** The actor is the account's owner, whom the call itself could not name. */
const byOwner = (
  ['signedIn', 'signedOut', 'passwordChanged'] satisfies (keyof typeof accountEvents)[]
).map((fact) =>
  auditMapping('account', accountEvents[fact], ({ accountId, username }) => ({
    objectId: accountId,
    label: username,
    actor: username,
  })),
);

const ofAccount = (
  ['created', 'signInFailed', 'refreshReused'] satisfies (keyof typeof accountEvents)[]
).map((fact) =>
  auditMapping('account', accountEvents[fact], ({ accountId, username }) => ({
    objectId: accountId,
    label: username,
  })),
);

const refunds = [purchaseEvents.refundDecided, purchaseEvents.refunded].map((event) =>
  auditMapping('purchase', event, ({ orderId, item, amount, currency }) => ({
    objectId: orderId,
    label: item,
    changes: asChanges({ amount, currency }),
  })),
);

/** What the trail keeps of billing's events. */
export const billingEvents: readonly AuditMapping[] = [
  ...byOwner,
  ...ofAccount,
  ...refunds,
  auditMapping('price', priceEvents.changed, ({ before, after }) => ({
    changes: [
      {
        field: 'usd_hourly',
        before: toDecimalString(before.usdCents),
        after: toDecimalString(after.usdCents),
      },
      {
        field: 'inr_hourly',
        before: toDecimalString(before.inrPaise),
        after: toDecimalString(after.inrPaise),
      },
    ].filter((change) => change.before !== change.after),
  })),
];
