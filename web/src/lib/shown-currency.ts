import type { Currency } from '@ctdb/contracts';

const indian = ['Asia/Kolkata', 'Asia/Calcutta'];

/** The currency in which prices are shown: rupees where the device keeps Indian time. */
export const shownCurrency = (): Currency =>
  indian.includes(new Intl.DateTimeFormat().resolvedOptions().timeZone) ? 'INR' : 'USD';
