import { beforeEach, describe, expect, it } from 'vitest';
import { defaultPlanPrices } from '@ctdb/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Language } from '@/i18n/language';
import { bodies, json, mockApi, problemReply, renderApp, see, unseen, user } from '@/testing';
import { pricing } from '@/testing/payments';
import PricingPage from './pricing-page';

const change = {
  at: '2026-11-21T10:00:00.000Z',
  by: 'owner',
  before: { usdCents: 500, inrPaise: 79_900, plansPaise: defaultPlanPrices },
  after: {
    usdCents: 999,
    inrPaise: 79_900,
    plansPaise: { ...defaultPlanPrices, premium_yearly: 2_000_000 },
  },
};

let prices: () => Response | Promise<Response>;
let save: () => Response;
let mode: string;

const open = async (role = 'admin', language: Language = 'en') => {
  const requests = mockApi({
    'GET /api/session': () => json({ role, capabilities: [] }),
    'GET /api/config': () =>
      json({ productName: { en: 'X', kn: 'ಕ' }, passwordMinLength: 6, payments: { mode } }),
    'GET /api/admin/pricing': () => prices(),
    'GET /api/admin/pricing/changes': () => json([change]),
    'POST /api/admin/pricing': () => save(),
  });
  const { unmount } = await renderApp(<PricingPage />, { path: '/admin-pricing', language });
  const sent = () => bodies(requests);
  return { sent, unmount };
};

const box = (label: RegExp) => screen.findByLabelText<HTMLInputElement>(label);
const type = async (usd: string, inr: string) => {
  fireEvent.input(await box(/dollars \(USD\)/), { target: { value: usd } });
  fireEvent.input(await box(/rupees \(INR\)/), { target: { value: inr } });
};
const submit = () => user.click(screen.getByRole('button', { name: 'Save' }));
const preview = () =>
  within(screen.getByRole('form', { name: 'Change the prices' }))
    .getAllByRole('definition')
    .map((part) => part.textContent);

beforeEach(() => {
  sessionStorage.clear();
  mode = 'live';
  prices = () => json({ ...pricing, usd_hourly: '12.50', inr_hourly: '999' });
  save = () => json({ ...pricing, usd_hourly: '14.25', inr_hourly: '1100' });
});

describe('the prices', () => {
  it('are the usual ones until the current ones are loaded', async () => {
    let arrive = (_: Response) => {};
    prices = () => new Promise((resolve) => (arrive = resolve));
    await open();
    await see('$9.99', '₹799');
    expect(screen.getAllByText('per 1-hour session')).toHaveLength(2);
    arrive(json({ ...pricing, usd_hourly: '12.50', inr_hourly: '999' }));
    expect((await screen.findAllByText('$12.50')).length).toBe(2);
    expect(screen.queryByText('$9.99')).toBeTruthy();
  });

  it('show that loading failed', async () => {
    prices = () => problemReply(503, 'SERVICE_UNAVAILABLE', { retryAfter: 3 });
    await open();
    await see('The current prices could not be loaded');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('are previewed while they are typed, if they are prices', async () => {
    await open();
    await type('14.5', '1200');
    await waitFor(() =>
      expect(preview()).toEqual([
        '$14.50 per 1-hour session',
        '₹1,200 per 1-hour session',
        '₹2,499 Premium, 30 days (INR)',
        '₹24,999 Premium, 365 days (INR)',
        '₹3,999 Professional, 30 days (INR)',
        '₹39,999 Professional, 365 days (INR)',
      ]),
    );
    await type('14.505', '99.5');
    await waitFor(() =>
      expect(preview().slice(0, 2)).toEqual(['– per 1-hour session', '– per 1-hour session']),
    );
  });

  it('are saved as they were typed, only where they change, and shown as the server has them', async () => {
    const { sent } = await open();
    fireEvent.input(await box(/rupees \(INR\)/), { target: { value: '1100' } });
    fireEvent.input(await box(/Premium, 365 days/), { target: { value: '20000' } });
    prices = () => json({ ...pricing, usd_hourly: '12.50', inr_hourly: '1100' });
    await submit();
    await see('Pricing updated successfully!');
    expect(sent()).toEqual([{ inr_hourly: '1100', inr_premium_yearly: '20000' }]);
    expect(screen.getAllByText('₹1,100')).toHaveLength(2);
  });

  it('show at its field what the server refuses', async () => {
    save = () =>
      problemReply(400, 'VALIDATION_FAILED', {
        faults: [{ path: 'inr_hourly', code: 'OUT_OF_RANGE' }],
      });
    await open();
    await type('14.25', '1100');
    await submit();
    await see('This number is out of range');
  });

  it('stay typed if saving fails, also after a reload', async () => {
    save = () => problemReply(500, 'INTERNAL_ERROR');
    await open();
    await type('14.25', '1100');
    await submit();
    await see('Failed to update pricing');
    await waitFor(() => expect(sessionStorage.getItem('draft:pricing')).toContain('14.25'));
  });

  it('that another administrator has set meanwhile stay, whatever the draft', async () => {
    const first = await open();
    fireEvent.input(await box(/rupees \(INR\)/), { target: { value: '1100' } });
    await waitFor(() => expect(sessionStorage.getItem('draft:pricing')).toContain('1100'));
    first.unmount();
    prices = () => json({ ...pricing, usd_hourly: '15.00', inr_hourly: '999' });
    const { sent } = await open();
    expect((await box(/dollars \(USD\)/)).value).toBe('15.00');
    expect((await box(/rupees \(INR\)/)).value).toBe('1100');
    await submit();
    await see('Pricing updated successfully!');
    expect(sent()).toEqual([{ inr_hourly: '1100' }]);
  });
});

describe('the pricing screen', () => {
  it('lists who changed what, and only what changed', async () => {
    await open();
    const row = (await screen.findByText(/by owner/)).closest('li');
    expect(row?.textContent).toContain('$5.00 → $9.99');
    expect(row?.textContent).toContain('Premium, 365 days (INR): ₹24,999 → ₹20,000');
    expect(row?.textContent).not.toContain('₹799');
  });

  it('says that payments are tests only where they are', async () => {
    await open();
    await see(/by owner/);
    unseen('Test payments');
    mode = 'test';
    await open();
    await see('Test payments');
  });
});
