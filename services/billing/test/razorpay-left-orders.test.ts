import { renewBrowserToken, setPrices } from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { codeOf } from './support/billing.js';
import { HOUR } from './support/grant-period.js';
import { newBrowser } from './support/ledger.js';
import { Shop } from './support/shop.js';

const shop = new Shop('razorpay');
const { simulator } = shop;
const email = 'Asha@Example.com';

describe('a buyer who has left an order', () => {
  const renewed = async (holder: string): Promise<string> => {
    const next = newBrowser();
    await shop.buyer(renewBrowserToken, { holder, next, isClaimed: false });
    return next;
  };

  it('gets it again with another key and the next token, and pays once', async () => {
    const holder = newBrowser();
    const first = await shop.order(holder, { email });
    const next = await renewed(holder);
    expect(await shop.order(next, { email: email.toLowerCase() })).toEqual(first);
    await simulator.approve(first.id);
    expect(await codeOf(shop.capture(first.id, holder))).toBe('FOREIGN_ORDER');
    expect((await shop.capture(first.id, next)).status).toBe('COMPLETED');
    // A wish of its own, after the first one is fulfilled.
    expect((await shop.order(next, { email })).id).not.toBe(first.id);
  });

  it('gets it again in another language, which its mails then have', async () => {
    const holder = newBrowser();
    const { id } = await shop.order(holder);
    await shop.change(id, { locale: 'kn' });
    expect((await shop.order(holder)).id).toBe(id);
    expect((await shop.stored(id)).locale).toBe('en');
  });

  it('gets it again while the bank has not answered', async () => {
    const holder = newBrowser();
    const id = await shop.approved(holder, 'pending');
    expect((await shop.capture(id, holder)).status).toBe('PENDING');
    expect((await shop.order(holder)).id).toBe(id);
  });

  it('gets it again at the price of its page, and another one at a new price', async () => {
    const holder = newBrowser();
    const { id } = await shop.order(holder);
    await shop.admin(setPrices, { inrPaise: 89_900 });
    try {
      expect((await shop.order(holder)).id).toBe(id);
      expect(await codeOf(shop.order(newBrowser()))).toBe('PRICE_CHANGED');
      const other = await shop.order(holder, { amount: '899.00' });
      expect(other.id).not.toBe(id);
    } finally {
      await shop.admin(setPrices, { inrPaise: 79_900 });
    }
  });

  it.each([
    ['another item', { item: 'premium_monthly', email }],
    ['another address', { email: 'other@example.com' }],
    ['another state', { email, buyerState: '27' }],
  ] as const)('gets another one for %s', async (_, other) => {
    const holder = newBrowser();
    const { id } = await shop.order(holder, { email });
    expect((await shop.order(holder, other)).id).not.toBe(id);
  });

  it('gets another one when its link has little time left, or in another browser', async () => {
    const holder = newBrowser();
    const { id } = await shop.order(holder);
    expect((await shop.order(newBrowser())).id).not.toBe(id);
    await shop.change(id, { createdAt: new Date((await shop.ledger.now()) - 2.6 * HOUR) });
    expect((await shop.order(holder)).id).not.toBe(id);
  });
});
