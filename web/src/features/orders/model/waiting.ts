import type { Order } from '@ctdb/contracts';

/** Whether the buyer has requested a refund that no administrator has answered yet. */
export const hasOpenRefundRequest = ({ state, refundRequestedAt }: Order): boolean =>
  state === 'paid' && refundRequestedAt !== undefined;
