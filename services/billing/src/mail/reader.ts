import { locales, type Locale } from '@ctdb/contracts';
import { buyerAddresses } from '../passes/subscription.js';
import type { PurchaseRecord } from '../purchases/purchase.record.js';

/** Who reads a mail, in which language. */
export interface Reader {
  to: string;
  locale: Locale;
}

/** Who reads a mail about a purchase; `undefined` where no address is known. */
export const toReader = ({
  contactEmail,
  payerEmail,
  locale = locales[0],
}: Pick<PurchaseRecord, 'contactEmail' | 'payerEmail' | 'locale'>): Reader | undefined => {
  const to = contactEmail ?? payerEmail;
  return to === undefined ? undefined : { to, locale };
};

/** Who gets the receipt code: an address that it works with. */
export const toCodeReader = (purchase: PurchaseRecord): Reader | undefined => {
  const [to] = buyerAddresses(purchase);
  return to === undefined ? undefined : { to, locale: purchase.locale ?? locales[0] };
};
