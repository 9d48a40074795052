import { expect, it } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import { bodies, click, renderApp, see, unseen, user } from '@/testing';
import { json, mockApi, problemReply, type Replies } from '@/testing/mock-api';
import { bothCheckout, bothReplies, checkoutReplies, completed } from '@/testing/payments';
import { openOtherWays, testCheckout, typeEmail } from '@/testing/payments';
import { mockTimeZone } from '@/testing/time-zone';
import CheckoutPage from './checkout-page';

const open = async (path: string, replies: Replies = checkoutReplies) => {
  const requests = mockApi(replies);
  const { unmount } = await renderApp(<CheckoutPage />, { path });
  return { requests, unmount };
};
const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const ORDER = 'POST /paypal/order';
const refused = () => problemReply(429, 'RATE_LIMITED', { retryAfter: 9 });

it.each([
  ['/subscribe', 'premium', '$29.99', '$299.99', 'Save 2 months!'],
  ['/payment', 'professional', '$49.99', '$499.99', 'Save $100!'],
])('%s sells a month or a year', async (path, plan, month, year, saving) => {
  const { requests } = await open(path, { ...checkoutReplies, [ORDER]: refused });
  const name = `Pay ${month} with PayPal`;
  const pay = () => screen.getByRole<HTMLButtonElement>('button', { name });
  await waitFor(() => expect(pay().disabled).toBe(false));
  await user.click(pay());
  await see('Enter your email address.');
  await typeEmail('asha');
  await user.click(pay());
  await see('Enter a valid email address.');
  expect(bodies(requests)).toEqual([]);
  await typeEmail();
  await user.click(pay());
  await screen.findByRole('alert');
  await click(`Yearly · ${year}`, 'radio');
  await see(saving);
  expect(screen.queryByRole('alert')).toBeNull();
  await click(`Pay ${year} with PayPal`);
  await screen.findByRole('alert');

  const email = 'asha@example.com';
  expect(bodies(requests)).toMatchObject([
    { item: `${plan}_monthly`, amount: month.slice(1), email },
    { item: `${plan}_yearly`, amount: year.slice(1), email },
  ]);
  await see('30-day refund', /^One payment, no subscription/);
  // jsdom came over http.
  unseen('256-bit SSL');
});

it('shows the end of a plan after its payment', async () => {
  const pass = { plan: 'premium', expiresAt: '2027-11-21T10:00:00.000Z' };
  const answer = () => completed({ pass, item: 'premium_yearly' });
  const replies = { ...checkoutReplies, 'POST /paypal/order/O1/capture': answer };
  await open('/subscribe?order=return&token=O1', replies);
  await see('Payment successful! Your access lasts until 21 November 2027.');
});

it('the ways to pay shows with the reason what can not work without a PayPal account', async () => {
  await open('/payment');
  await waitFor(() => expect(screen.getAllByText(/^Not available in test mode/)).toHaveLength(2));
  expect(radio('PayPal').checked).toBe(true);
  expect(radio('Google Pay').disabled).toBe(true);
  expect(radio('Card').disabled).toBe(true);
});

it('the ways to pay offers all three with one, and only PayPal on the other pages', async () => {
  const setup = () => json({ ...testCheckout, clientId: 'client' });
  const { unmount } = await open('/payment', { ...checkoutReplies, 'GET /paypal/setup': setup });
  const gpay = radio('Google Pay');
  await waitFor(() => expect(gpay.disabled).toBe(false));
  await user.click(gpay);
  expect(gpay.checked).toBe(true);
  unmount();
  await open('/subscribe');
  expect(screen.queryByRole('radio', { name: 'Google Pay' })).toBeNull();
});

it.each([
  ['Asia/Kolkata', ['PayPal', 'Google Pay', 'Card'], 'Pay ₹3,999 by UPI'],
  ['Europe/Berlin', ['PayPal', 'Google Pay', 'Card', 'UPI'], 'Pay $49.99 with PayPal'],
])('the ways to pay begin with the currency of %s', async (timeZone, names, button) => {
  mockTimeZone(timeZone);
  await open('/payment', bothReplies);
  await screen.findByRole('button', { name: button });
  expect(screen.getAllByRole('button', { name: /^Pay / })).toHaveLength(1);
  // In rupees the other ways are folded.
  if (timeZone === 'Asia/Kolkata') await openOtherWays();
  await screen.findByRole('radio', { name: 'Card' });
  const radios = screen.getAllByRole<HTMLInputElement>('radio');
  const ways = radios.filter(({ name }) => name === 'method');
  const labels = ways.map(({ value }) => document.getElementById(`method-${value}-label`));
  expect(labels.map((label) => label?.textContent)).toEqual(names);
  expect(ways[0]?.checked).toBe(true);
});

it('the ways to pay are not folded where there is one', async () => {
  const providers = bothCheckout.providers?.slice(1);
  const setup = () => json({ ...bothCheckout, providers });
  await open('/payment', { ...checkoutReplies, 'GET /paypal/setup': setup });
  await screen.findByRole('button', { name: 'Pay ₹3,999 by UPI' });
  unseen('Other ways to pay', 'How do you want to pay?');
});

it('the ways to pay ask payers in rupees for their state where receipts show a tax', async () => {
  mockTimeZone('Asia/Kolkata');
  const providers = bothCheckout.providers?.map((one) => ({
    ...one,
    isTaxedByState: one.name === 'razorpay',
  }));
  const setup = () => json({ ...bothCheckout, providers });
  const orders = { 'POST /razorpay/order': refused, [ORDER]: refused };
  const replies = { ...checkoutReplies, 'GET /paypal/setup': setup, ...orders };
  const { requests } = await open('/payment', replies);
  await typeEmail();
  const state = await screen.findByRole('combobox', { name: /^Your state/ });
  await click('Pay ₹3,999 by UPI');
  await see('Choose your state. Your receipt needs it.');
  expect(document.activeElement).toBe(state);
  await user.selectOptions(state, 'Goa');
  await click('Pay ₹3,999 by UPI');
  await screen.findByRole('alert');
  await openOtherWays();
  await click('Pay $49.99 with PayPal');
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));
  const states = bodies(requests).map((body) => (body as { buyerState?: string }).buyerState);
  expect(states).toEqual(['30', undefined]);
});

it('the ways to pay lead from Google Pay to UPI in India, and to PayPal elsewhere', async () => {
  mockTimeZone('Asia/Kolkata');
  const { unmount } = await open('/payment', bothReplies);
  await openOtherWays();
  await click('Google Pay', 'radio');
  const byUpi = await screen.findAllByRole('button', { name: 'Pay ₹3,999 by UPI' });
  expect(byUpi).toHaveLength(2);
  await click('PayPal', 'radio');
  await screen.findByRole('button', { name: 'Pay $49.99 with PayPal' });
  await see('PayPal charges $49.99 (shown price ₹3,999)');
  unmount();
  mockTimeZone('Europe/Berlin');
  await open('/payment', bothReplies);
  expect(radio('Google Pay').disabled).toBe(true);
});
