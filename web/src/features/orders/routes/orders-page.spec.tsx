import { beforeEach, expect, it, vi } from 'vitest';
import type { Order } from '@ctdb/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { hasOpenRefundRequest, REFUND_POLL_MS } from '@/features/orders/api/orders';
import OrdersPage from '@/features/orders/routes/orders-page';
import { agree, click, place, renderApp, see, unseen } from '@/testing';
import { json, mockApi, noContent, paged, problemReply, sessionOf } from '@/testing/mock-api';
import { ACCESS_CODE } from '@/testing/payments';

const order = (over: Partial<Order> = {}): Order => ({
  id: '0'.repeat(24),
  item: 'hourly',
  state: 'paid',
  amount: '9.99',
  currency: 'USD',
  createdAt: '2026-11-21T10:00:00.000Z',
  payerEmail: 'asha@example.in',
  ...over,
});

let orders: Order[];
let total: number;
let refund: () => Response;
let role: Parameters<typeof sessionOf>;

const open = async () => {
  const requests = mockApi({
    ...sessionOf(...role),
    'GET /api/orders': ({ path }) =>
      path.includes('refundRequested=true')
        ? paged(orders.filter(hasOpenRefundRequest))
        : paged(orders, total),
    [`POST /api/orders/${'0'.repeat(24)}/refund`]: () => refund(),
    [`POST /api/orders/${'0'.repeat(24)}/erase`]: () =>
      orders.length > 1 ? problemReply(409, 'ORDER_UNFINISHED') : noContent(),
    [`POST /api/orders/${'0'.repeat(24)}/access-code`]: () => json({ accessCode: ACCESS_CODE }),
  });
  await renderApp(<OrdersPage />, { path: '/admin-orders' });
  return () => requests.filter(({ path }) => path.startsWith('/api/orders'));
};

const refundFirst = async () => {
  await click(/^Refund: One-hour pass, \$9\.99/);
  await see('Refund $9.99?');
  await agree('Refund');
};

beforeEach(() => {
  orders = [order()];
  total = 1;
  role = ['admin'];
  refund = () => json(order({ state: 'refunded' }));
});

it('the orders offer a refund only for what is paid', async () => {
  orders = (['created', 'open', 'pending', 'denied', 'abandoned', 'refunded'] as const).map(
    (state, at) => order({ state, id: String(at).repeat(24) }),
  );
  await open();
  expect(await screen.findAllByRole('listitem')).toHaveLength(6);
  expect(screen.queryByRole('button', { name: /^Refund/ })).toBeNull();
});

it('the orders show who waits for money back, and these alone', async () => {
  const refundRequestedAt = '2026-11-21T11:00:00.000Z';
  const refunded = order({ id: '1'.repeat(24), refundRequestedAt, state: 'refunded' });
  orders = [order({ refundRequestedAt }), refunded];
  total = 2;
  await open();
  await see(/^1 refund request is waiting/);
  const rows = await screen.findAllByRole('listitem');
  expect(rows[0]?.textContent).toMatch(/^Refund requested/);
  expect(rows[1]?.textContent).not.toMatch(/^Refund requested/);
  await click('Refund requests', 'tab');
  expect(place()).toBe('/admin-orders?view=requested');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
});

it('the orders come page by page, and say that there are none', async () => {
  total = 45;
  const asked = await open();
  await see('Page 1 of 3');
  [orders, total] = [[], 0];
  await click('Next page');
  await see('No orders yet');
  expect(asked().at(-1)?.path).toBe('/api/orders?page=2&limit=20');
});

it('a refund that is unfinished is polled until it is done', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  refund = () => json(order({ state: 'refunding' }));
  const asked = await open();
  await screen.findByRole('listitem');
  orders = [order({ state: 'refunding' })];
  await refundFirst();
  await see('Refund in progress', 'Being refunded');
  orders = [order({ state: 'refunded' })];
  await act(() => vi.advanceTimersByTimeAsync(REFUND_POLL_MS));
  await see('Refunded');
  const before = asked().length;
  await act(() => vi.advanceTimersByTimeAsync(5 * REFUND_POLL_MS));
  expect(asked()).toHaveLength(before);
});

it('a refund that is refused says why, and can be tried again', async () => {
  refund = () => problemReply(409, 'NOT_REFUNDABLE');
  await open();
  await refundFirst();
  await see('The refund failed', 'This payment cannot be refunded.');
  expect(screen.getByRole('button', { name: /^Refund:/ })).toBeTruthy();
});

it('a new access code is made after a question, and shown once', async () => {
  await open();
  await screen.findByRole('listitem');
  expect(screen.queryByRole('button', { name: /^Erase/ })).toBeNull();
  await click(/^New access code: One-hour pass/);
  await agree('New access code');
  await see(ACCESS_CODE);
  await click('Close');
  await waitFor(() => unseen(ACCESS_CODE));
});

it('an owner erases the data of a buyer, unless an order may be paid yet', async () => {
  const erase = async () => {
    await click(/^Erase buyer's data: One-hour pass, \$9\.99/);
    await see(/^One-hour pass, bought 21 November 2026.*This can't be undone\.$/);
    await agree("Erase buyer's data");
  };
  role = ['admin', ['people']];
  orders = [order(), order({ id: '1'.repeat(24), state: 'open' })];
  const asked = await open();
  await erase();
  await see(/^An order of this buyer may still be paid/);
  orders = [order()];
  await erase();
  await see("The buyer's data has been erased");
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(asked().filter(({ path }) => path.endsWith('/erase'))).toHaveLength(2);
});
