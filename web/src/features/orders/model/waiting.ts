import type { Order } from '@ctdb/contracts';

/** Whether the buyer has asked for the money and nobody has answered yet. */
export const hasOpenRefundRequest = ({ state, refundRequestedAt }: Order): boolean =>
  state === 'paid' && refundRequestedAt !== undefined;
