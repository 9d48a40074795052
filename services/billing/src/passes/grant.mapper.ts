import { purchaseItems } from '@ctdb/contracts';
import type { Grant, PurchaseDocument } from '../purchases/purchase.schema.js';
import type { Holding } from './holding.js';

/** A purchase with a grant. */
export type Granted = Pick<PurchaseDocument, '_id' | 'item' | 'state'> & { grant: Grant };

/** Maps a row for the schedule. */
export const toHolding = ({ _id, item, state, grant }: Granted): Holding => ({
  id: _id.toHexString(),
  item,
  plan: purchaseItems[item].plan,
  seq: grant.seq,
  startsAt: grant.startsAt.getTime(),
  endsAt: grant.endsAt.getTime(),
  isRefunded: state !== 'paid',
});
