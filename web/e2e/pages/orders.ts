import type { Order } from '@ctdb/contracts';
import type { Locator } from '@playwright/test';
import type { Api } from '../support/api.ts';
import type { Visitor } from '../support/fixtures.ts';

/** The row of a buyer's order on the administrator's screen. */
export const findOrder = ({ page }: Pick<Visitor, 'page'>, email: string): Locator =>
  page.getByRole('main').getByRole('row').filter({ hasText: email });

/** Refunds a buyer's payment as an administrator in another browser. */
export const refundOrder = async (api: Api, email: string): Promise<void> => {
  const orders = await api.call<Order[]>('GET', '/api/orders?limit=100');
  const paid = orders.find(({ payerEmail, state }) => payerEmail === email && state === 'paid');
  if (!paid) throw new Error(`${email} has paid no order`);
  await api.call('POST', `/api/orders/${paid.id}/refund`);
};
