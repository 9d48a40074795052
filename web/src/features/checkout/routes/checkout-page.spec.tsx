import { afterEach, describe, expect, it, vi } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import { mockApi, json, problemReply } from '@/testing/mock-api';
import {
  bothCheckout,
  bothReplies,
  checkoutReplies,
  hourlyPassFrom,
  receipt,
  testCheckout,
  typeEmail,
} from '@/testing/payments';
import { renderApp, user } from '@/testing/render';
import { mockTimeZone } from '@/testing/time-zone';
import CheckoutPage from './checkout-page';

const open = (path: string) => renderApp(<CheckoutPage />, { path });
const ORDER = 'POST /paypal/order';
const refused = () => problemReply(429, 'RATE_LIMITED', { retryAfter: 9 });

describe.each([
  ['/subscribe', 'premium', '$29.99', '$299.99', 'Save 2 months!'],
  ['/payment', 'professional', '$49.99', '$499.99', 'Save $100!'],
])('%s', (path, plan, month, year, saving) => {
  it('sells a month or a year', async () => {
    const requests = mockApi({ ...checkoutReplies, [ORDER]: refused });
    await open(path);
    const pay = await screen.findByRole('button', { name: `Pay ${month} with PayPal` });
    await user.click(pay);
    await screen.findByText('Enter your email address.');
    await typeEmail('asha');
    await user.click(pay);
    await screen.findByText('Enter a valid email address.');
    expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
    await typeEmail('@example.com');
    await user.click(pay);
    await screen.findByRole('alert');
    await user.click(screen.getByRole('radio', { name: `Yearly · ${year}` }));
    expect(screen.getByText(saving)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('button', { name: `Pay ${year} with PayPal` }));
    await screen.findByRole('alert');
    const bodies = requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(bodies).toMatchObject([
      { item: `${plan}_monthly`, amount: month.slice(1), email: 'asha@example.com' },
      { item: `${plan}_yearly`, amount: year.slice(1), email: 'asha@example.com' },
    ]);
  });

  it('promises only what is true', async () => {
    mockApi(checkoutReplies);
    await open(path);
    expect(screen.getByText('30-day refund')).toBeTruthy();
    expect(screen.getByText(/^One payment, no subscription/)).toBeTruthy();
    // jsdom came over http.
    expect(screen.queryByText('256-bit SSL')).toBeNull();
  });
});

it('shows the end of a plan after its payment', async () => {
  const pass = { ...hourlyPassFrom(0), plan: 'premium', expiresAt: '2027-11-21T10:00:00.000Z' };
  const answer = () =>
    json({ status: 'COMPLETED', pass, receipt: { ...receipt, item: 'premium_yearly' } });
  mockApi({ ...checkoutReplies, 'POST /paypal/order/O1/capture': answer });
  await open('/subscribe?order=return&token=O1');
  await screen.findByText('Payment successful! Your access lasts until November 21, 2027.');
});

afterEach(() => void vi.restoreAllMocks());

describe('the ways to pay', () => {
  it('shows with the reason what can not work without a PayPal account', async () => {
    mockApi(checkoutReplies);
    await open('/payment');
    const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
    await waitFor(() => expect(screen.getAllByText(/^Not available in test mode/)).toHaveLength(2));
    expect(radio('PayPal').checked).toBe(true);
    expect(radio('Google Pay').disabled).toBe(true);
    expect(radio('Card').disabled).toBe(true);
  });

  it('offers all three with one, and only PayPal on the other pages', async () => {
    const withClient = { ...testCheckout, clientId: 'client' };
    mockApi({ ...checkoutReplies, 'GET /paypal/setup': () => json(withClient) });
    const { unmount } = await open('/payment');
    const gpay = screen.getByRole<HTMLInputElement>('radio', { name: 'Google Pay' });
    await waitFor(() => expect(gpay.disabled).toBe(false));
    await user.click(gpay);
    expect(gpay.checked).toBe(true);
    unmount();
    await open('/subscribe');
    expect(screen.queryByRole('radio', { name: 'Google Pay' })).toBeNull();
  });

  it.each([
    ['Asia/Kolkata', ['UPI', 'PayPal', 'Google Pay', 'Card'], 'Pay ₹3,999 by UPI'],
    ['Europe/Berlin', ['PayPal', 'Google Pay', 'Card', 'UPI'], 'Pay $49.99 with PayPal'],
  ])('begin with the currency of %s', async (timeZone, names, button) => {
    mockTimeZone(timeZone);
    mockApi(bothReplies);
    await open('/payment');
    await screen.findByRole('button', { name: button });
    const radios = screen.getAllByRole<HTMLInputElement>('radio');
    const ways = radios.filter(({ name }) => name === 'method');
    const labels = ways.map(({ value }) => document.getElementById(`method-${value}-label`));
    expect(labels.map((label) => label?.textContent)).toEqual(names);
    expect(ways[0]?.checked).toBe(true);
    expect(screen.getAllByRole('button', { name: /^Pay / })).toHaveLength(1);
  });

  it('ask payers in rupees for their state where receipts show a tax', async () => {
    mockTimeZone('Asia/Kolkata');
    const providers = bothCheckout.providers?.map((one) => ({
      ...one,
      isTaxedByState: one.name === 'razorpay',
    }));
    const requests = mockApi({
      ...checkoutReplies,
      'GET /paypal/setup': () => json({ ...bothCheckout, providers }),
      'POST /razorpay/order': refused,
      [ORDER]: refused,
    });
    await open('/payment');
    await typeEmail();
    const state = await screen.findByRole('combobox', { name: /^Your state/ });
    await user.click(screen.getByRole('button', { name: 'Pay ₹3,999 by UPI' }));
    expect(await screen.findByText('Choose your state. Your receipt needs it.')).toBeTruthy();
    expect(document.activeElement).toBe(state);
    await user.selectOptions(state, 'Goa');
    await user.click(screen.getByRole('button', { name: 'Pay ₹3,999 by UPI' }));
    await screen.findByRole('alert');
    await user.click(screen.getByRole('radio', { name: 'PayPal' }));
    await user.click(await screen.findByRole('button', { name: 'Pay $49.99 with PayPal' }));
    await screen.findByRole('alert');
    expect(screen.queryByRole('combobox')).toBeNull();
    const orders = requests.filter(({ method }) => method === 'POST');
    expect(orders.map(({ body }) => (body as { buyerState?: string }).buyerState)).toEqual([
      '30',
      undefined,
    ]);
  });

  it('lead from Google Pay to UPI in India, and to PayPal elsewhere', async () => {
    mockTimeZone('Asia/Kolkata');
    mockApi(bothReplies);
    const { unmount } = await open('/payment');
    await user.click(await screen.findByRole('radio', { name: 'Google Pay' }));
    await screen.findByRole('button', { name: 'Pay ₹3,999 by UPI' });
    await user.click(screen.getByRole('radio', { name: 'PayPal' }));
    await screen.findByRole('button', { name: 'Pay $49.99 with PayPal' });
    expect(screen.getByText('PayPal charges $49.99 (shown price ₹3,999)')).toBeTruthy();
    unmount();
    mockTimeZone('Europe/Berlin');
    await open('/payment');
    const gpay = await screen.findByRole<HTMLInputElement>('radio', { name: 'Google Pay' });
    expect(gpay.disabled).toBe(true);
  });
});
