import { afterEach, describe, expect, it, vi } from 'vitest';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useSession } from '@/lib/session';
import { mockApi, json, problemReply } from '@/testing/mock-api';
import { completed, hourlyPassFrom, receipt, checkoutReplies } from '@/testing/payments';
import { renderApp, user } from '@/testing/render';
import { HourlyAccessPage } from './hourly-access-page';
import { MAX_POLL_MS } from './outcome';

const CAPTURE = 'POST /paypal/order/ORDER1/capture';
const back = '/hourly-access?order=return&token=ORDER1&PayerID=BUYER';
const open = (path = back) => renderApp(<HourlyAccessPage />, { path });
const paid = 'Payment successful! You now have 1-hour access.';
function Role() {
  return <p>role: {useSession().role}</p>;
}
const place = () => screen.getByTestId('place').textContent;

/** Answers in turn; the last one again and again. */
const inTurn = (...answers: (() => Response)[]) => {
  let at = 0;
  return () => answers[Math.min(at++, answers.length - 1)]?.() ?? completed();
};
const lost = (): Response => {
  throw new TypeError('no connection');
};

afterEach(() => {
  vi.useRealTimers();
});

describe('coming back from PayPal', () => {
  it('captures once, clears the URL, shows the receipt and asks who the reader is', async () => {
    let hasPaid = false;
    const pay = () => {
      hasPaid = true;
      return completed();
    };
    const requests = mockApi({
      ...checkoutReplies,
      'GET /api/session': () =>
        json({ role: hasPaid ? 'pass' : 'anonymous', capabilities: ['read'] }),
      [CAPTURE]: pay,
    });
    await renderApp(
      <>
        <Role />
        <HourlyAccessPage />
      </>,
      { path: back },
    );
    const heading = await screen.findByRole('heading', { name: paid });
    expect(document.activeElement).toBe(heading);
    expect(place()).toBe('/hourly-access');
    expect(screen.getByText(receipt.code)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open the database' }).getAttribute('href')).toBe(
      '/app',
    );
    expect(requests.filter(({ path }) => path.endsWith('/capture'))).toHaveLength(1);
    await screen.findByText('role: pass');
  });

  it('shows when queued access begins', async () => {
    const queued = () => json({ status: 'COMPLETED', pass: hourlyPassFrom(1_800_000), receipt });
    mockApi({ ...checkoutReplies, [CAPTURE]: queued });
    await open();
    expect(await screen.findByText(/^Payment successful! Your access starts on/)).toBeTruthy();
    expect(screen.queryByText(paid)).toBeNull();
  });

  it('does not show an hour as new if it has ended before a reload', async () => {
    const over = () => json({ status: 'COMPLETED', pass: hourlyPassFrom(-3_700_000), receipt });
    mockApi({ ...checkoutReplies, [CAPTURE]: over });
    await open();
    await screen.findByRole('heading', { name: 'The access from this payment has ended' });
    expect(screen.queryByText(paid)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Buy access again' }));
    await screen.findByRole('button', { name: 'Pay $9.99 with PayPal' });
  });

  it('goes by the clock of the server, not by that of the device', async () => {
    const ahead = hourlyPassFrom(7_200_000);
    const answer = () =>
      json(
        { status: 'COMPLETED', pass: ahead, receipt },
        { headers: { date: new Date(ahead.startsAt).toUTCString() } },
      );
    mockApi({ ...checkoutReplies, [CAPTURE]: answer });
    await open();
    await screen.findByText(paid);
  });

  it('waits for a payment that PayPal holds, until it is released', async () => {
    const pending = () => json({ status: 'PENDING' }, { status: 202 });
    mockApi({ ...checkoutReplies, [CAPTURE]: inTurn(pending, completed) });
    await open();
    await screen.findByRole('heading', { name: 'Your payment is still being checked' });
    await screen.findByText(paid, {}, { timeout: 4_500 });
  });

  it('waits until an order that Razorpay calls paid is shown as paid', async () => {
    const unpaid = () => problemReply(409, 'ORDER_NOT_APPROVED');
    mockApi({ ...checkoutReplies, [CAPTURE]: inTurn(unpaid, completed) });
    await open('/hourly-access?order=paid&token=ORDER1');
    await screen.findByRole('heading', { name: "We're confirming your payment" });
    await user.click(screen.getByRole('button', { name: 'Check now' }));
    await screen.findByText(paid);
  });

  it('does not call an order failed that is paid and not known yet', async () => {
    const unknown = () => problemReply(404, 'NOT_FOUND', { kind: 'order' });
    mockApi({ ...checkoutReplies, [CAPTURE]: inTurn(unknown, completed) });
    await open('/hourly-access?order=paid&token=ORDER1');
    await screen.findByRole('heading', { name: "We're confirming your payment" });
    await user.click(screen.getByRole('button', { name: 'Check now' }));
    await screen.findByText(paid);
  });

  it('stops asking after ten minutes, and asks on if the buyer wants that', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const unpaid = () => problemReply(409, 'ORDER_NOT_APPROVED');
    const requests = mockApi({ ...checkoutReplies, [CAPTURE]: unpaid });
    const asked = () => requests.filter(({ path }) => path.endsWith('/capture')).length;
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    await open('/hourly-access?order=paid&token=ORDER1');
    await screen.findByRole('heading', { name: "We're confirming your payment" });
    await pass(MAX_POLL_MS);
    await screen.findByRole('heading', { name: "Your payment isn't confirmed yet" });
    const before = asked();
    expect(before).toBeGreaterThan(10);
    await pass(MAX_POLL_MS);
    expect(asked()).toBe(before);
    fireEvent.click(screen.getByRole('button', { name: 'Check now' }));
    await screen.findByRole('heading', { name: "We're confirming your payment" });
    await pass(MAX_POLL_MS / 2);
    expect(asked()).toBeGreaterThan(before + 1);
  });

  it('never shows a payment as failed if its reply was lost, and finishes it', async () => {
    const down = () => problemReply(503, 'SERVICE_UNAVAILABLE', { retryAfter: 60 });
    mockApi({ ...checkoutReplies, [CAPTURE]: inTurn(lost, down, completed) });
    await open();
    await screen.findByRole('heading', { name: "We're confirming your payment" });
    const ask = () => user.click(screen.getByRole('button', { name: 'Check now' }));
    await ask();
    await waitFor(() =>
      expect(
        screen.getByRole('button', { name: 'Check now' }).getAttribute('aria-busy'),
      ).toBeNull(),
    );
    expect(screen.queryByText(/failed/)).toBeNull();
    await ask();
    await screen.findByText(paid);
  });
});
