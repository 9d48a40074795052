import { afterEach, describe, expect, it, vi } from 'vitest';
import { screen } from '@testing-library/react';
import { json, mockApi, problemReply, renderApp } from '@/testing';
import { mockTimeZone } from '@/testing/time-zone';
import { EntryLinks } from './hero';

const PRICING = 'GET /api/admin/pricing';
const wayIn = (price: string) => screen.findByRole('link', { name: `Hourly Access ${price}` });

afterEach(() => void vi.restoreAllMocks());

describe('the price of an hour on the landing page', () => {
  it.each([
    ['Asia/Calcutta', '₹650', '₹799'],
    ['Europe/Berlin', '$7.50', '$9.99'],
  ])('is in the currency of %s, with a fallback', async (timeZone, price, fallback) => {
    mockTimeZone(timeZone);
    mockApi({ [PRICING]: () => json({ usd_hourly: '7.50', inr_hourly: '650' }) });
    const { unmount } = await renderApp(<EntryLinks />);
    expect((await wayIn(price)).getAttribute('href')).toBe('/hourly-access');
    unmount();
    mockApi({ [PRICING]: () => problemReply(503, 'SERVICE_UNAVAILABLE') });
    await renderApp(<EntryLinks />);
    await wayIn(fallback);
  });

  it('stands beside the free way in for administrators and the way back to paid access', async () => {
    mockApi({});
    await renderApp(<EntryLinks />);
    const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(hrefOf('Admin Login FREE')).toBe('/admin-login');
    expect(hrefOf('Already paid? Restore access')).toBe('/access');
  });
});
