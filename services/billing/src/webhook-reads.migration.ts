import type { Migration } from '@ctdb/chassis';
import type { Types } from 'mongoose';
import type { PurchaseRecord } from './purchases/purchase.record.js';

/** What the version before kept for a purchase that a webhook names. */
type WebhookRead = { _id: Types.ObjectId; requestedAt?: Date };

/** Reads that a webhook has requested are fields of their purchase. */
export const moveWebhookReads: Migration = {
  name: '2026-11-28-webhook-reads',
  up: async (connection) => {
    const reads = connection.collection<WebhookRead>('webhook_reads');
    const purchases = connection.collection<PurchaseRecord>('purchases');
    for await (const { _id, requestedAt } of reads.find({ requestedAt: { $exists: true } })) {
      if (requestedAt) await purchases.updateOne({ _id }, { $set: { webhookAt: requestedAt } });
      await reads.deleteOne({ _id, requestedAt });
    }
  },
};
