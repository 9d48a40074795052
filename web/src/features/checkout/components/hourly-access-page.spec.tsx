import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { mockApi, json, problemReply } from '@/testing/mock-api';
import { bothReplies, checkoutReplies, completed, pricing, typeEmail } from '@/testing/payments';
import { renderApp, user } from '@/testing/render';
import { mockTimeZone } from '@/testing/time-zone';
import { HourlyAccessPage } from './hourly-access-page';

const ORDER = 'POST /paypal/order';
// jsdom goes to another place on the same page, and nowhere else.
const opened = () =>
  json({ id: 'ORDER1', approveUrl: 'http://localhost/#approve' }, { status: 201 });
const open = () => renderApp(<HourlyAccessPage />, { path: '/hourly-access' });
/** The browser shows the page again, as it was left. */
const back = () => fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }));
const payButton = (name = 'Pay $9.99 with PayPal') =>
  screen.findByRole<HTMLButtonElement>('button', { name });

beforeEach(() => {
  mockTimeZone('Asia/Kolkata');
  window.location.hash = '';
});
afterEach(() => void vi.restoreAllMocks());

describe('the page that sells an hour', () => {
  it('says plainly what is charged where rupees are shown', async () => {
    mockApi(checkoutReplies);
    await open();
    expect(await screen.findByText('PayPal charges $9.99 (shown price ₹799)')).toBeTruthy();
    expect(screen.getByText('₹799')).toBeTruthy();
    expect(screen.getByText('Test payments')).toBeTruthy();
  });

  it('says it once where dollars are shown', async () => {
    mockTimeZone('Europe/Berlin');
    mockApi(checkoutReplies);
    await open();
    expect(await screen.findByText('PayPal charges $9.99 once.')).toBeTruthy();
    expect(screen.queryByText(/shown price/)).toBeNull();
  });

  it.each([
    ['Asia/Kolkata', '₹50'],
    ['Europe/Berlin', '$5.00'],
  ])('accepts no payment with the fallback of %s', async (timeZone, price) => {
    mockTimeZone(timeZone);
    let fails = true;
    const failing = () =>
      fails
        ? problemReply(503, 'SERVICE_UNAVAILABLE', { retryAfter: 1 })
        : checkoutReplies['GET /api/admin/pricing']();
    mockApi({ ...checkoutReplies, 'GET /api/admin/pricing': failing });
    await open();
    const button = await payButton('Pay with PayPal');
    expect(button.disabled).toBe(true);
    expect(screen.getByText(price)).toBeTruthy();
    const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toMatch(/^We couldn't load the price yet/);

    fails = false;
    await user.click(screen.getByRole('button', { name: 'Reload the price' }));
    await waitFor(async () => expect((await payButton()).disabled).toBe(false));
  });

  it('opens an order for what was shown and goes to PayPal', async () => {
    const requests = mockApi({ ...checkoutReplies, [ORDER]: opened });
    await open();
    await user.click(await payButton());
    await waitFor(() => expect(window.location.hash).toBe('#approve'));
    back();
    expect(screen.queryByText('Have you paid already?')).toBeNull();
    const [order] = requests.filter(({ method }) => method === 'POST');
    expect(order?.body).toEqual({
      item: 'hourly',
      amount: '9.99',
      currency: 'USD',
      intent: 'CAPTURE',
    });
    expect(order?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
  });

  it('is paid by UPI first in India, and opens an order in rupees', async () => {
    const requests = mockApi({ ...bothReplies, 'POST /razorpay/order': opened });
    await open();
    const upi = await payButton('Pay ₹799 by UPI');
    const paypal = await payButton();
    expect(upi.compareDocumentPosition(paypal)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByText(/^Razorpay charges ₹799 once/)).toBeTruthy();
    expect(screen.getByText('PayPal charges $9.99 (shown price ₹799)')).toBeTruthy();
    await typeEmail();
    await user.click(upi);
    await waitFor(() => expect(window.location.hash).toBe('#approve'));
    const orders = requests.filter(({ method }) => method === 'POST');
    expect(orders.map(({ path, body }) => ({ path, body }))).toEqual([
      {
        path: '/razorpay/order',
        body: {
          item: 'hourly',
          amount: '799.00',
          currency: 'INR',
          intent: 'CAPTURE',
          email: 'asha@example.com',
        },
      },
    ]);
  });

  it('warns a buyer who comes back from Razorpay by Back, and checks the payment', async () => {
    let isPaid = false;
    mockApi({
      ...bothReplies,
      'POST /razorpay/order': opened,
      'POST /paypal/order/ORDER1/capture': () =>
        isPaid ? completed() : problemReply(409, 'ORDER_NOT_APPROVED'),
    });
    await open();
    const leave = async () => {
      window.location.hash = '';
      await user.click(await payButton('Pay ₹799 by UPI'));
      await waitFor(() => expect(window.location.hash).toBe('#approve'));
      expect(screen.queryByText('Have you paid already?')).toBeNull();
      back();
      await screen.findByText('Have you paid already?');
      await user.click(screen.getByRole('button', { name: 'Check now' }));
    };
    await leave();
    await screen.findByText('The payment has not been approved yet.');
    expect(screen.queryByText(/failed/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    isPaid = true;
    await leave();
    await screen.findByText('Payment successful! You now have 1-hour access.');
  });

  it('is paid in dollars first elsewhere', async () => {
    mockTimeZone('Europe/Berlin');
    mockApi(bothReplies);
    await open();
    const paypal = await payButton();
    const upi = await payButton('Pay ₹799 by UPI');
    expect(paypal.compareDocumentPosition(upi)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByText(/^Razorpay charges ₹799 \(shown price \$9\.99\)/)).toBeTruthy();
  });

  it('repeats a lost order with the same key', async () => {
    let tries = 0;
    const lost = () => {
      tries += 1;
      if (tries === 1) throw new TypeError('no connection');
      return opened();
    };
    const requests = mockApi({ ...checkoutReplies, [ORDER]: lost });
    await open();
    await user.click(await payButton());
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('Payment failed. Please try again.')).toBeTruthy();
    expect(within(alert).getByText(/You have not been charged/)).toBeTruthy();
    await user.click(await payButton());
    await waitFor(() => expect(window.location.hash).toBe('#approve'));
    const keys = requests
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  it('shows a new price and waits for another yes', async () => {
    let price = '9.99';
    const changed = ({ body }: { body: unknown }) => {
      price = '12.49';
      return (body as { amount: string }).amount === '12.49'
        ? opened()
        : problemReply(409, 'PRICE_CHANGED', { charge: { amount: '12.49', currency: 'USD' } });
    };
    const requests = mockApi({
      ...checkoutReplies,
      'GET /api/admin/pricing': () => json({ ...pricing, usd_hourly: price, inr_hourly: '999' }),
      [ORDER]: changed,
    });
    await open();
    await user.click(await payButton());
    expect(within(await screen.findByRole('alert')).getByText(/It's now \$12\.49/)).toBeTruthy();
    const again = await payButton('Pay $12.49 with PayPal');
    expect(window.location.hash).toBe('');
    expect(await screen.findByText('₹999')).toBeTruthy();
    await user.click(again);
    await waitFor(() => expect(window.location.hash).toBe('#approve'));
    const keys = requests
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
  });

  it('shows a notice if payments are not configured', async () => {
    mockApi({
      ...checkoutReplies,
      'GET /paypal/setup': () => problemReply(503, 'PAYMENTS_NOT_CONFIGURED'),
    });
    await open();
    expect(await screen.findByText('Payments are not available')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /PayPal/ })).toBeNull();
  });

  it('has the 16 terms in both languages', async () => {
    mockApi(checkoutReplies);
    await open();
    const terms = within(screen.getByRole('region', { name: 'Medical terms in both languages' }));
    expect(terms.getAllByRole('term')).toHaveLength(16);
    expect(terms.getByText('ಮಧುಮೇಹ').getAttribute('lang')).toBe('kn');
  });

  it('speaks Kannada', async () => {
    mockApi(checkoutReplies);
    await renderApp(<HourlyAccessPage />, { language: 'kn' });
    await payButton('PayPal ಮೂಲಕ $9.99 ಪಾವತಿಸಿ');
    expect(screen.getByText('PayPal ಮೂಲಕ $9.99 ಪಡೆಯಲಾಗುತ್ತದೆ (ತೋರಿಸಿದ ಬೆಲೆ ₹799)')).toBeTruthy();
  });
});
