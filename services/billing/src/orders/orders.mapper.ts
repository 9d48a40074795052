import { toDecimalString, type Order } from '@ctdb/contracts';
import type { PurchaseDocument } from '../purchases/purchase.schema.js';

/** A purchase as administrators see it; without token hashes. */
export const toOrder = (purchase: PurchaseDocument): Order => ({
  id: purchase._id.toHexString(),
  item: purchase.item,
  state: purchase.state,
  amount: toDecimalString(purchase.amountMinor),
  currency: purchase.currency,
  createdAt: purchase.createdAt.toISOString(),
  paidAt: purchase.paidAt?.toISOString(),
  startsAt: purchase.grant?.startsAt.toISOString(),
  endsAt: purchase.grant?.endsAt.toISOString(),
  payerEmail: purchase.payerEmail,
  receiptCode: purchase.receiptCode,
  reference: purchase.captureId,
  refundRequestedAt: purchase.refundRequestedAt?.toISOString(),
  refundedAt: purchase.refundedAt?.toISOString(),
  refundedBy: purchase.refundedBy,
});
