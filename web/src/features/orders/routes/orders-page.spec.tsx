import { beforeEach, expect, it, vi } from 'vitest';
import type { Order } from '@ctdb/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { hasOpenRefundRequest, REFUND_POLL_MS } from '@/features/orders/api/orders';
import OrdersPage from '@/features/orders/routes/orders-page';
import { agree, click, fill, part, place, renderApp, see, seeIn, unseen, user } from '@/testing';
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
    'POST /api/orders/search': () => paged([]),
    'GET /api/orders/totals': () => json({ totals: [] }),
    [`POST /api/orders/${'0'.repeat(24)}/refund`]: () => refund(),
    [`POST /api/orders/${'0'.repeat(24)}/erase`]: () =>
      orders.length > 1 ? problemReply(409, 'ORDER_UNFINISHED') : noContent(),
    [`POST /api/orders/${'0'.repeat(24)}/access-code`]: () => json({ accessCode: ACCESS_CODE }),
  });
  await renderApp(<OrdersPage />, { path: '/admin-orders' });
  await screen.findByRole('tab', { name: 'All orders' });
  return () => requests.filter(({ path }) => /^\/api\/orders(?!\/totals)/.test(path));
};

const openFirst = async () => {
  const name = /Details: One-hour pass, \$9\.99/;
  const [first] = await screen.findAllByRole('button', { name });
  if (first) await user.click(first);
};

const refundFirst = async () => {
  await openFirst();
  await click('Refund');
  await see('Refund $9.99 to asha@example.in?', /^One-hour pass, bought 21 November 2026/);
  await agree('Refund');
};

beforeEach(() => {
  orders = [order()];
  total = 1;
  role = ['admin'];
  refund = () => json(order({ state: 'refunded' }));
});

it('the orders offer a refund only for what is paid, and link the credit note of what is refunded', async () => {
  const receiptNumbers = ['2026-27/000001', 'CN2026-27/000001'];
  orders = [order({ state: 'refunded', receiptNumbers })];
  await open();
  await openFirst();
  const drawer = await part('dialog', 'One-hour pass');
  const note = drawer.getByRole('link', { name: 'CN2026-27/000001' });
  expect(note.getAttribute('href')).toBe(`/access/receipts/${order().id}`);
  expect(drawer.queryByRole('button', { name: 'Refund' })).toBeNull();
});

it('the orders are searched by a text that no URL carries', async () => {
  const asked = await open();
  await fill('Search orders', ' CN2026-27/000001 ');
  await see('No such order');
  expect(asked().at(-1)).toMatchObject({
    path: '/api/orders/search?page=1&limit=20',
    body: { text: 'CN2026-27/000001' },
  });
});

it('the orders show who waits for money back, and these alone', async () => {
  const refundRequestedAt = '2026-11-21T11:00:00.000Z';
  const refunded = order({ id: '1'.repeat(24), refundRequestedAt, state: 'refunded' });
  orders = [order({ refundRequestedAt }), refunded];
  total = 2;
  await open();
  await see(/^1 refund request is waiting/);
  const [, first, second] = await screen.findAllByRole('row');
  expect(first?.textContent).toMatch(/^Refund requested/);
  expect(second?.textContent).toMatch(/^Refunded/);
  const [upper, lower] = await screen.findAllByRole('button', { name: /Details/ });
  upper?.focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(lower);
  await click('Refund requests', 'tab');
  expect(place()).toBe('/admin-orders?view=requested');
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
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
  await see('asha@example.in');
  orders = [order({ state: 'refunding' })];
  await refundFirst();
  await see('Refund in progress');
  const drawer = await part('dialog', 'One-hour pass');
  await seeIn(drawer, 'Being refunded');
  orders = [order({ state: 'refunded' })];
  await act(() => vi.advanceTimersByTimeAsync(REFUND_POLL_MS));
  await seeIn(drawer, 'Refunded');
  const before = asked().length;
  await act(() => vi.advanceTimersByTimeAsync(5 * REFUND_POLL_MS));
  expect(asked()).toHaveLength(before);
});

it('a refund that is refused says why, and can be tried again', async () => {
  refund = () => problemReply(409, 'NOT_REFUNDABLE');
  await open();
  await refundFirst();
  await see('The refund failed', 'This payment cannot be refunded.');
  expect(screen.getByRole('button', { name: 'Refund' })).toBeTruthy();
});

it('a new access code is made after a question, and shown once', async () => {
  await open();
  await openFirst();
  await click('New access code');
  expect(screen.queryByRole('button', { name: /^Erase/ })).toBeNull();
  await agree('New access code');
  const dialog = await part('dialog', 'New access code');
  await seeIn(dialog, ACCESS_CODE);
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => unseen(ACCESS_CODE));
});

it('an owner erases the data of a buyer, unless an order may be paid yet', async () => {
  const erase = async () => {
    await click("Erase buyer's data");
    await see(/^One-hour pass, bought 21 November 2026.*This can't be undone\.$/);
    await agree("Erase buyer's data");
  };
  role = ['admin', ['people']];
  orders = [order(), order({ id: '1'.repeat(24), state: 'open' })];
  const asked = await open();
  await openFirst();
  await erase();
  await see(/^An order of this buyer may still be paid/);
  orders = [order()];
  await erase();
  await see("The buyer's data has been erased");
  expect(asked().filter(({ path }) => path.endsWith('/erase'))).toHaveLength(2);
});
