import { outboxIndex } from '@ctdb/chassis';
import type { mongo } from 'mongoose';

/** Indexes that every collection of records needs. */
export const recordIndexes: mongo.IndexDescription[] = [
  {
    name: 'idempotencyKey',
    key: { 'idempotency.key': 1 },
    unique: true,
    partialFilterExpression: { 'idempotency.key': { $exists: true } },
  },
  { name: 'trash', key: { deletedAt: -1 } },
  { name: 'outbox', key: outboxIndex },
];
