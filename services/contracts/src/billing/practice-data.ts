import { z } from 'zod';
import { access } from '../authorisation.js';
import { customEndpoint, endpoint } from '../endpoint.js';
import { byId, objectId, timestamp } from '../records.js';
import { codeErrors, practiceCall, typedCode } from './access-codes.js';

/** Days for which a buyer can take the erasure of a practice back. */
export const ERASURE_DAYS = 30;

const provenByCode = {
  ...practiceCall,
  body: typedCode,
  address: true,
  errors: codeErrors,
} as const;

/**
 * All entries and patients of this browser's practice, as CSV; also after its access has ended. An access
 * code of the practice is needed again. The message answers with the practice; see `exportPractice`.
 */
export const exportPracticeData = customEndpoint('POST /api/access/export', {
  ...provenByCode,
  summary: 'All entries and patients of this browser, as CSV',
  contentTypes: ['text/csv'],
  message: 'billing.practice-data.prove',
  reply: z.object({ practice: objectId }),
});

/**
 * `eraseAt`: when the practice of this browser is erased; absent if that is not planned. `backupsUntil`: from
 * when on no backup holds its data.
 */
const erasure = z.object({ eraseAt: timestamp.optional(), backupsUntil: timestamp.optional() });

export const getErasure = endpoint('GET /api/access/erasure', {
  summary: 'When the data of this browser will be erased',
  access: access.everyone,
  browser: () => ({}),
  message: 'billing.practice-data.get-erasure',
  reply: erasure,
});

/**
 * Plans the erasure of the browser's practice, {@link ERASURE_DAYS} days ahead: a repeated request does not
 * change the day. All confirmed addresses get a mail. A purchase that is activated until then, or
 * {@link cancelErasure}, takes it back.
 */
export const requestErasure = endpoint('POST /api/access/erasure', {
  ...provenByCode,
  summary: 'Erases all data of this browser in 30 days',
  status: 202,
  message: 'billing.practice-data.request-erasure',
  reply: erasure,
});

export const cancelErasure = endpoint('DELETE /api/access/erasure', {
  ...practiceCall,
  summary: 'Takes the erasure of the data of this browser back',
  message: 'billing.practice-data.cancel-erasure',
});

/** Erases the practice of an order at once. `ORDER_UNFINISHED` while an order of it may be paid. */
export const eraseBuyer = endpoint('POST /api/orders/{id}/erase', {
  summary: 'Erases all data of the buyer of an order for good',
  access: access.from('owner'),
  confirmed: true,
  params: byId,
  errors: ['NOT_FOUND', 'ORDER_UNFINISHED'],
  message: 'billing.practice-data.erase',
  deadlineMs: 20_000,
});
