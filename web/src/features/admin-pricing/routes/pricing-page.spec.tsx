import { beforeEach, expect, it } from 'vitest';
import { defaultPlanPrices } from '@ctdb/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { agree, bodies, click, field, fill, part, renderApp, see, unseen } from '@/testing';
import { json, mockApi, problemReply, sessionOf, unavailable } from '@/testing/mock-api';
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

const open = async () => {
  const requests = mockApi({
    ...sessionOf('admin'),
    'GET /api/config': () =>
      json({ productName: { en: 'X', kn: 'ಕ' }, passwordMinLength: 6, payments: { mode } }),
    'GET /api/admin/pricing': () => prices(),
    'GET /api/admin/pricing/changes': () => json([change]),
    'POST /api/admin/pricing': () => save(),
  });
  const { unmount } = await renderApp(<PricingPage />, { path: '/admin-pricing' });
  return { sent: () => bodies(requests), unmount };
};

const USD = /dollars \(USD\)/;
const INR = /rupees \(INR\)/;
const type = async (usd: string, inr: string) => {
  await fill(USD, usd);
  await fill(INR, inr);
};
const submit = () => click('Save');
const preview = () =>
  within(screen.getByRole('form', { name: 'Change the prices' }))
    .getAllByRole('definition')
    .map((part) => part.textContent);

beforeEach(() => {
  mode = 'live';
  prices = () => json({ ...pricing, usd_hourly: '12.50', inr_hourly: '999' });
  save = () => json({ ...pricing, usd_hourly: '14.25', inr_hourly: '1100' });
});

it('the prices are the usual ones until the current ones are loaded', async () => {
  let arrive = (_: Response) => {};
  prices = () => new Promise((resolve) => (arrive = resolve));
  await open();
  await see('$9.99', '₹799');
  expect(screen.getAllByText('per 1-hour session')).toHaveLength(2);
  arrive(json({ ...pricing, usd_hourly: '12.50', inr_hourly: '999' }));
  expect((await screen.findAllByText('$12.50')).length).toBe(2);
  expect(screen.queryByText('$9.99')).toBeTruthy();
});

it('the prices show that loading failed', async () => {
  prices = unavailable;
  await open();
  await see('The current prices could not be loaded');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

it('the prices are previewed while they are typed, if they are prices', async () => {
  await open();
  await type('೧೪.೫', '1,200');
  await waitFor(() => expect(preview()).toHaveLength(6));
  const hour = 'per 1-hour session';
  await waitFor(() => expect(preview().slice(0, 2)).toEqual([`$14.50 ${hour}`, `₹1,200 ${hour}`]));
  expect(preview()[3]).toBe('₹24,999 Premium, 365 days (INR)');
  await type('14.505', '99.5');
  await waitFor(() => expect(preview().slice(0, 2)).toEqual([`– ${hour}`, `– ${hour}`]));
});

it('the prices are saved as they were typed, only where they change, and shown as the server has them', async () => {
  const { sent } = await open();
  await fill(INR, '1100');
  await fill(/Premium, 365 days/, '20000');
  prices = () => json({ ...pricing, usd_hourly: '12.50', inr_hourly: '1100' });
  await submit();
  await see('Pricing updated successfully!');
  expect(sent()).toEqual([{ inr_hourly: '1100', inr_premium_yearly: '20000' }]);
  expect(screen.getAllByText('₹1,100')).toHaveLength(2);
});

it('the prices are saved only after a question where one changes by more than a factor of two', async () => {
  const { sent } = await open();
  await type('1.25', '1,998');
  await submit();
  await see('Is this price right?');
  const question = await part('alertdialog');
  expect(question.getAllByText(/→/).map((text) => text.textContent)).toEqual(['$12.50 → $1.25']);
  expect(sent()).toEqual([]);
  await agree('Yes, save');
  await see('Pricing updated successfully!');
  expect(sent()).toEqual([{ usd_hourly: '1.25', inr_hourly: '1998' }]);
});

it('the prices stay typed if the server refuses one at its field, or fails', async () => {
  const faults = [{ path: 'inr_hourly', code: 'OUT_OF_RANGE' }];
  save = () => problemReply(400, 'VALIDATION_FAILED', { faults });
  await open();
  await type('14.25', '1100');
  await submit();
  await see('This number is out of range');
  save = () => problemReply(500, 'INTERNAL_ERROR');
  await submit();
  await see('Failed to update pricing');
  await waitFor(() => expect(sessionStorage.getItem('draft:pricing')).toContain('14.25'));
});

it('the prices that another administrator has set meanwhile stay, whatever the draft', async () => {
  const first = await open();
  await fill(INR, '1100');
  await waitFor(() => expect(sessionStorage.getItem('draft:pricing')).toContain('1100'));
  first.unmount();
  prices = () => json({ ...pricing, usd_hourly: '15.00', inr_hourly: '999' });
  const { sent } = await open();
  expect((await field(USD)).value).toBe('15.00');
  expect((await field(INR)).value).toBe('1100');
  await submit();
  await see('Pricing updated successfully!');
  expect(sent()).toEqual([{ inr_hourly: '1100' }]);
});

it('the pricing screen lists who changed what, and only what changed', async () => {
  await open();
  const row = (await screen.findByText(/by owner/)).closest('li');
  expect(row?.textContent).toContain('$5.00 → $9.99');
  expect(row?.textContent).toContain('Premium, 365 days (INR): ₹24,999 → ₹20,000');
  expect(row?.textContent).not.toContain('₹799');
});

it('the pricing screen says that payments are tests only where they are', async () => {
  await open();
  await see(/by owner/);
  unseen('Test payments');
  mode = 'test';
  await open();
  await see('Test payments');
});
