import { describe, expect, it } from 'vitest';
import pLimit from 'p-limit';
import { newPaypal, newProviderOrder, newRequestId } from './support/paypal.js';
import { newRazorpay, newRupeeOrder } from './support/razorpay.js';

const HOUR_MS = 3_600_000;
const few = pLimit(16);
const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, () => few(work)));

describe('the list of payments', () => {
  it('of PayPal has all pages of all days', async () => {
    const { simulator, provider } = newPaypal();
    const pay = async () => {
      const order = newProviderOrder();
      const { id } = await provider.createOrder(order, newRequestId());
      await simulator.approve(id);
      await provider.captureOrder(id, newRequestId());
      return order.orderId;
    };
    const from = await simulator.advance(0);
    const orders = [await pay()];
    await simulator.advance(30 * HOUR_MS);
    // One more than a page.
    orders.push(...(await times(501, pay)));
    const to = await simulator.advance(1_000);
    const { payments, completeUntil } = await provider.listPayments(from, to);
    expect(new Set(payments.map(({ orderId }) => orderId))).toEqual(new Set(orders));
    expect(to.getTime() - completeUntil.getTime()).toBeLessThan(2_000);
    // The events of the second day alone are more than a page, too.
    await simulator.delayLists(365 * 24 * HOUR_MS);
    await simulator.registerWebhook();
    const { payments: recent } = await provider.listPayments(from, to);
    expect(new Set(recent.map(({ orderId }) => orderId))).toEqual(new Set(orders));
  }, 120_000);

  it('of Razorpay has all pages, with refunds', async () => {
    const { simulator, provider } = newRazorpay();
    const pay = async () => {
      const order = newRupeeOrder();
      const { id } = await provider.createOrder(order);
      await simulator.approve(id);
      return order.orderId;
    };
    const from = await simulator.advance(0);
    const orders = await times(101, pay);
    const { captures } = await simulator.ledger();
    await simulator.turn(captures[0]?.id ?? '', 'refund');
    const { payments } = await provider.listPayments(from, await simulator.advance(1_000));
    const [refunds, paid] = [true, false].map((isRefund) =>
      payments.filter(({ refundId }) => (refundId !== undefined) === isRefund),
    );
    expect(new Set(paid?.map(({ orderId }) => orderId))).toEqual(new Set(orders));
    expect(refunds).toMatchObject([{ captureId: captures[0]?.id }]);
  }, 120_000);
});
