import { expect, it } from 'vitest';
import { hrefOf, json, mockApi, renderApp, renderPage, unavailable } from '@/testing';
import { mockTimeZone } from '@/testing/time-zone';
import { EntryLinks } from './hero';

const PRICING = 'GET /api/admin/pricing';

it.each([
  ['Asia/Calcutta', '₹650', '₹799'],
  ['Europe/Berlin', '$7.50', '$9.99'],
])('the price is in the currency of %s, with a fallback', async (timeZone, price, fallback) => {
  mockTimeZone(timeZone);
  mockApi({ [PRICING]: () => json({ usd_hourly: '7.50', inr_hourly: '650' }) });
  const named = (amount: string) => new RegExp(`^Hourly Access ?\\${amount}$`);
  const { unmount } = await renderApp(<EntryLinks />);
  expect(await hrefOf(named(price))).toBe('/hourly-access');
  unmount();
  await renderPage({ [PRICING]: unavailable }, <EntryLinks />);
  expect(await hrefOf(named(fallback))).toBe('/hourly-access');
  expect(await hrefOf('Already paid? Restore access')).toBe('/access');
});
