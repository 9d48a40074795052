import { expect, it, vi } from 'vitest';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useSession } from '@/lib/session';
import { button, click, hrefOf, renderApp, see, unseen, user } from '@/testing';
import { json, mockApi, problemReply, type Replies } from '@/testing/mock-api';
import { ACCESS_CODE, checkoutReplies, completed, hourlyPassFrom } from '@/testing/payments';
import { HourlyAccessPage } from './hourly-access-page';
import { MAX_POLL_MS } from './outcome';

const CAPTURE = 'POST /paypal/order/ORDER1/capture';
const back = '/hourly-access?order=return&token=ORDER1&PayerID=BUYER';
const PAID = '/hourly-access?order=paid&token=ORDER1';
const open = async (capture: Replies[string], path = back) => {
  const requests = mockApi({
    ...checkoutReplies,
    'POST /api/access/code': () => json({ accessCode: ACCESS_CODE }),
    [CAPTURE]: capture,
  });
  await renderApp(<HourlyAccessPage />, { path });
  return () => requests.filter(({ path: at }) => at.endsWith('/capture')).length;
};
const confirming = () => screen.findByRole('heading', { name: "We're confirming your payment" });
const paid = 'Payment successful! You now have 1-hour access.';
function Role() {
  return <p>role: {useSession().role}</p>;
}

/** Answers in turn; the last one again and again. */
const inTurn = (...answers: (() => Response)[]) => {
  let at = 0;
  return () => answers[Math.min(at++, answers.length - 1)]?.() ?? completed();
};
const lost = (): Response => {
  throw new TypeError('no connection');
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('coming back from PayPal captures once, and asks who the reader is', async () => {
  let role = 'anonymous';
  const pay = () => {
    role = 'pass';
    return completed();
  };
  const requests = mockApi({
    ...checkoutReplies,
    'GET /api/session': () => json({ role, capabilities: ['read'] }),
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
  expect(requests.filter(({ path }) => path.endsWith('/capture'))).toHaveLength(1);
  await see('role: pass', 'One-hour pass', '$9.99', ACCESS_CODE, /^Valid until /);
  // What was bought, and one way on.
  const links = screen.getAllByRole('link').map((link) => link.textContent);
  expect(links).toEqual(['Open the database']);
});

it('coming back from PayPal shows when queued access begins, and asks for a code that is not answered', async () => {
  await open(() => completed({ pass: hourlyPassFrom(1_800_000), hasCode: false }));
  await see(/^Payment successful! Your access starts on/, ACCESS_CODE);
  unseen(paid);
});

it('coming back from PayPal does not show an hour as new if it has ended before a reload', async () => {
  await open(() => completed({ pass: hourlyPassFrom(-3_700_000) }));
  await screen.findByRole('heading', { name: 'The access from this payment has ended' });
  unseen(paid);
  await click('Buy access again');
  await screen.findByRole('button', { name: 'Pay $9.99 with PayPal' });
});

it('coming back from PayPal goes by the clock of the server, not by that of the device', async () => {
  const pass = hourlyPassFrom(7_200_000);
  await open(() => completed({ pass, date: pass.startsAt }));
  await see(paid);
});

it('coming back from PayPal waits for a payment that PayPal holds, and shows the access code meanwhile', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const pending = () => json({ status: 'PENDING' }, { status: 202 });
  await open(inTurn(pending, completed));
  await screen.findByRole('heading', { name: 'Your payment is still being checked' });
  await see(ACCESS_CODE);
  expect(await hrefOf('View my access')).toBe('/access');
  await pass(4_500);
  await see(paid, ACCESS_CODE);
});

it.each([
  ['unpaid', () => problemReply(409, 'ORDER_NOT_APPROVED')],
  ['unknown', () => problemReply(404, 'NOT_FOUND', { kind: 'order' })],
])('waits until an order that Razorpay calls paid is not %s any more', async (_what, answer) => {
  await open(inTurn(answer, completed), PAID);
  await confirming();
  await click('Check now');
  await see(paid);
});

it('coming back from PayPal stops asking after ten minutes, and asks on if the buyer wants that', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const unpaid = () => problemReply(409, 'ORDER_NOT_APPROVED');
  const asked = await open(unpaid, PAID);
  await confirming();
  await pass(MAX_POLL_MS);
  await screen.findByRole('heading', { name: "Your payment isn't confirmed yet" });
  const before = asked();
  expect(before).toBeGreaterThan(10);
  await pass(MAX_POLL_MS);
  expect(asked()).toBe(before);
  fireEvent.click(screen.getByRole('button', { name: 'Check now' }));
  await confirming();
  await pass(MAX_POLL_MS / 2);
  expect(asked()).toBeGreaterThan(before + 1);
});

it('coming back from PayPal never shows a payment as failed if its reply was lost, and finishes it', async () => {
  const down = () => problemReply(503, 'SERVICE_UNAVAILABLE', { retryAfter: 60 });
  await open(inTurn(lost, down, completed));
  await confirming();
  const check = await button('Check now');
  await user.click(check);
  await waitFor(() => expect(check.getAttribute('aria-busy')).toBeNull());
  unseen(/failed/);
  await user.click(check);
  await see(paid);
});
