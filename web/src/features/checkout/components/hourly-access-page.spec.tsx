import { beforeEach, expect, it } from 'vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { click, hrefOf, part, renderPage, see, seeIn, unseen, user } from '@/testing';
import { json, problemReply, type Replies, unavailable } from '@/testing/mock-api';
import { ACCESS_CODE, bothReplies, checkoutReplies, completed } from '@/testing/payments';
import { openOtherWays, pricing, testCheckout, typeEmail } from '@/testing/payments';
import { mockTimeZone } from '@/testing/time-zone';
import { HourlyAccessPage } from './hourly-access-page';

const hour = { item: 'hourly', intent: 'CAPTURE' };
const ORDER = 'POST /paypal/order';
// jsdom goes to another place on the same page, and nowhere else.
const order = { id: 'ORDER1', approveUrl: 'http://localhost/#approve', accessCode: ACCESS_CODE };
const opened = () => json(order, { status: 201 });
const open = async (replies: Replies = checkoutReplies) => {
  const requests = await renderPage(replies, <HourlyAccessPage />, { path: '/hourly-access' });
  return () => requests.filter(({ method }) => method === 'POST');
};
const approved = () => waitFor(() => expect(window.location.hash).toBe('#approve'));
const keysOf = (sent: { headers: Headers }[]) =>
  sent.map(({ headers }) => headers.get('idempotency-key'));
/** The browser shows the page again, as it was left. */
const back = () => fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }));
const payment = () => within(document.getElementById('pay') as HTMLElement);
const payButton = (name = 'Pay $9.99 with PayPal') =>
  screen.findByRole<HTMLButtonElement>('button', { name });

beforeEach(() => {
  mockTimeZone('Asia/Kolkata');
  window.location.hash = '';
});

it.each([
  ['Asia/Kolkata', '₹50'],
  ['Europe/Berlin', '$5.00'],
])('the page accepts no payment with the fallback of %s', async (timeZone, price) => {
  mockTimeZone(timeZone);
  let isBack = false;
  await open({
    ...checkoutReplies,
    'GET /api/admin/pricing': () => (isBack ? json(pricing) : unavailable()),
  });
  const button = await payButton('Pay with PayPal');
  expect(button.disabled).toBe(true);
  await seeIn(payment(), price);
  const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toMatch(/^We couldn't load the price yet/);

  isBack = true;
  await click('Reload the price');
  await waitFor(async () => expect((await payButton()).disabled).toBe(false));
});

it('the page sells nothing to a browser that has no cookie when asked again', async () => {
  let asked = 0;
  const setup = () => json({ ...testCheckout, hasCookie: (asked += 1) > 2 });
  await open({ ...checkoutReplies, 'GET /paypal/setup': setup });
  expect((await payButton('Pay with PayPal')).disabled).toBe(true);
  await see(/^This browser blocks cookies/);
  expect(asked).toBe(2);
});

it('the page that sells an hour opens an order for what was shown and goes to PayPal', async () => {
  const sent = await open({ ...checkoutReplies, [ORDER]: opened });
  await user.click(await payButton());
  await approved();
  back();
  unseen('Have you paid already?');
  const [first] = sent();
  expect(first?.body).toEqual({ ...hour, amount: '9.99', currency: 'USD' });
  expect(first?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
});

it('the page that sells an hour is paid by UPI first in India, and opens an order in rupees', async () => {
  const sent = await open({ ...bothReplies, 'POST /razorpay/order': opened });
  const upi = await payButton('Pay ₹799 by UPI');
  await see(/^Razorpay charges ₹799 once/);
  expect(screen.getAllByRole('button', { name: /^Pay / })).toEqual([upi]);
  await openOtherWays();
  const paypal = await payButton();
  expect(upi.compareDocumentPosition(paypal)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await see('PayPal charges $9.99 (shown price ₹799)');
  await typeEmail();
  await user.click(upi);
  await approved();
  const body = { ...hour, amount: '799.00', currency: 'INR', email: 'asha@example.com' };
  expect(sent()).toMatchObject([{ path: '/razorpay/order', body }]);
});

it('the page that sells an hour warns a buyer who comes back from Razorpay by Back, and checks the payment', async () => {
  let isPaid = false;
  await open({
    ...bothReplies,
    'POST /razorpay/order': opened,
    'POST /paypal/order/ORDER1/capture': () =>
      isPaid ? completed() : problemReply(409, 'ORDER_NOT_APPROVED'),
  });
  const leave = async () => {
    window.location.hash = '';
    await user.click(await payButton('Pay ₹799 by UPI'));
    await approved();
    unseen('Have you paid already?');
    back();
    await see('Have you paid already?');
    await click('Check now');
  };
  await leave();
  await see('The payment has not been approved yet.');
  unseen(/failed/);
  await click('Try again');
  isPaid = true;
  await leave();
  await see('Payment successful! You now have 1-hour access.');
});

it('the page that sells an hour is paid in dollars first elsewhere', async () => {
  mockTimeZone('Europe/Berlin');
  await open(bothReplies);
  const paypal = await payButton();
  await openOtherWays();
  const upi = await payButton('Pay ₹799 by UPI');
  expect(paypal.compareDocumentPosition(upi)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await see(/^Razorpay charges ₹799 \(shown price \$9\.99\)/);
});

it('the page that sells an hour repeats a lost order with the same key', async () => {
  const lost = () => Promise.reject(new TypeError('no connection'));
  const answers = [lost, opened];
  const sent = await open({ ...checkoutReplies, [ORDER]: () => answers.shift()?.() ?? lost() });
  await user.click(await payButton());
  const alert = await part('alert');
  await seeIn(alert, 'Payment failed. Please try again.', /You have not been charged/);
  await user.click(await payButton());
  await approved();
  const keys = keysOf(sent());
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

it('the page that sells an hour shows a new price and waits for another yes', async () => {
  let price = '9.99';
  const changed = ({ body }: { body: unknown }) => {
    price = '12.49';
    return (body as { amount: string }).amount === '12.49'
      ? opened()
      : problemReply(409, 'PRICE_CHANGED', { charge: { amount: '12.49', currency: 'USD' } });
  };
  const sent = await open({
    ...checkoutReplies,
    'GET /api/admin/pricing': () => json({ ...pricing, usd_hourly: price, inr_hourly: '999' }),
    [ORDER]: changed,
  });
  await user.click(await payButton());
  await seeIn(await part('alert'), /It's now \$12\.49/);
  const again = await payButton('Pay $12.49 with PayPal');
  expect(window.location.hash).toBe('');
  await seeIn(payment(), '₹999');
  await user.click(again);
  await approved();
  expect(new Set(keysOf(sent())).size).toBe(2);
});

it('the page that sells an hour shows a notice if payments are not configured', async () => {
  await open({
    ...checkoutReplies,
    'GET /paypal/setup': () => problemReply(503, 'PAYMENTS_NOT_CONFIGURED'),
  });
  await see('Payments are not available');
  expect(screen.queryByRole('button', { name: /PayPal/ })).toBeNull();
});

it('the page that sells an hour has the 16 terms in both languages', async () => {
  await open();
  const terms = await part('region', 'Medical terms in both languages');
  expect(terms.getAllByRole('term')).toHaveLength(16);
  expect(terms.getByText('ಮಧುಮೇಹ').getAttribute('lang')).toBe('kn');
});

it('the page that sells an hour compares the plans row by row, each with its page', async () => {
  await open();
  const plans = await part('region', 'Plans and prices');
  await seeIn(plans, '₹799', '₹2,499', 'or ₹24,999 for 365 days', '₹3,999');
  const trends = plans.getAllByText(/Trends and analytics$/).map((row) => row.textContent);
  expect(trends.map((text) => text.startsWith('Not included: '))).toEqual([true, false, false]);
  expect(await hrefOf('Choose plan: Premium')).toBe('/subscribe');
  expect(await hrefOf('Choose plan: Professional')).toBe('/payment');
  await click('Go to payment');
  expect(document.activeElement?.id).toBe('pay');
});
