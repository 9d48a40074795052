import { afterEach, describe, expect, it, vi } from 'vitest';
import { screen } from '@testing-library/react';
import { json, mockApi, problemReply, renderApp } from '@/testing';
import { mockTimeZone } from '@/testing/time-zone';
import { EntryLinks } from './hero';

const pricing = (usd: string, inr: string) => ({
  'GET /api/admin/pricing': () => json({ usd_hourly: usd, inr_hourly: inr }),
});
const wayIn = (price: string) => screen.findByRole('link', { name: `Hourly Access ${price}` });

afterEach(() => void vi.restoreAllMocks());

describe('the price of an hour on the landing page', () => {
  it('is in rupees if the device is in the Indian time zone', async () => {
    mockTimeZone('Asia/Calcutta');
    mockApi(pricing('7.50', '650'));
    await renderApp(<EntryLinks />);
    expect((await wayIn('₹650')).getAttribute('href')).toBe('/hourly-access');
  });

  it('is in dollars elsewhere', async () => {
    mockTimeZone('Europe/Berlin');
    mockApi(pricing('7.50', '650'));
    await renderApp(<EntryLinks />);
    await wayIn('$7.50');
  });

  it.each([
    ['Asia/Kolkata', '₹799'],
    ['America/New_York', '$9.99'],
  ])('is a fallback in %s while it cannot be loaded', async (timeZone, price) => {
    mockTimeZone(timeZone);
    mockApi({ 'GET /api/admin/pricing': () => problemReply(503, 'SERVICE_UNAVAILABLE') });
    await renderApp(<EntryLinks />);
    await wayIn(price);
  });

  it('stands beside the free way in for administrators and the way back to paid access', async () => {
    mockApi({});
    await renderApp(<EntryLinks />);
    const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(hrefOf('Admin Login FREE')).toBe('/admin-login');
    expect(hrefOf('Already paid? Restore access')).toBe('/access');
  });
});
