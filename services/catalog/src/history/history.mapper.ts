import type { HistoryEntry, Subject } from '@ctdb/contracts';
import type { HistoryRecord } from './history.schema.js';
import { nameFor } from './masking.js';

/** A stored history entry as `viewer` may see it. */
export const toHistoryEntry = (record: HistoryRecord, viewer: Subject): HistoryEntry => ({
  id: record._id.toHexString(),
  treatmentId: record.treatmentId.toHexString(),
  date: record.date.toISOString(),
  ...nameFor(viewer, record),
  treatmentDescription: record.treatmentDescription,
  outcome: record.outcome,
  practitioner: record.practitioner,
  createdAt: record.createdAt.toISOString(),
});
