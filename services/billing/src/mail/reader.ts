import { locales, type Locale } from '@ctdb/contracts';
import type { PurchaseRecord } from '../purchases/purchase.record.js';

/** Who reads a mail, in which language. */
export interface Reader {
  to: string;
  locale: Locale;
}

/** Who gets the receipt, once, without any secret; `undefined` where no address is known. */
export const toReader = ({
  contactEmail,
  payerEmail,
  locale = locales[0],
}: Pick<PurchaseRecord, 'contactEmail' | 'payerEmail' | 'locale'>): Reader | undefined => {
  const to = contactEmail ?? payerEmail;
  return to === undefined ? undefined : { to, locale };
};
