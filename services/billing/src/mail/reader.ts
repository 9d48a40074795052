import { locales, type Locale } from '@ctdb/contracts';
import type { PurchaseRecord } from '../purchases/purchase.record.js';

/** Who reads a mail about a purchase, in which language; `undefined` where no address is known. */
export const toReader = ({
  contactEmail,
  payerEmail,
  locale = locales[0],
}: Pick<PurchaseRecord, 'contactEmail' | 'payerEmail' | 'locale'>):
  { to: string; locale: Locale } | undefined => {
  const to = contactEmail ?? payerEmail;
  return to === undefined ? undefined : { to, locale };
};
