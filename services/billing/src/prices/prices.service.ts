import { Outbox, type MessageContext } from '@ctdb/chassis';
import {
  DomainError,
  priceEvents,
  purchaseItems,
  type Currency,
  type HourlyPrices,
  type PriceChange,
  type PurchaseItem,
  type Subject,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { PricesRepository } from './prices.repository.js';

/** The price of an item in minor units of the charged currency. */
export interface Charge {
  amountMinor: number;
  currency: Currency;
}

const administrator = (subject: Subject): Extract<Subject, { role: 'admin' }> => {
  if (subject.role !== 'admin') throw new DomainError('FORBIDDEN');
  return subject;
};

const isSame = (one: HourlyPrices, other: HourlyPrices) =>
  one.usdCents === other.usdCents && one.inrPaise === other.inrPaise;

/** The price list: administrators set the hourly price, the prices of plans are fixed. */
@Injectable()
export class PricesService {
  constructor(
    private readonly prices: PricesRepository,
    private readonly outbox: Outbox,
  ) {}

  get(): Promise<HourlyPrices> {
    return this.prices.find();
  }

  /** The current price of an item in dollars, because PayPal does not accept rupees here. */
  async priceOf(item: PurchaseItem): Promise<Charge> {
    const bought = purchaseItems[item];
    const amountMinor = 'usdCents' in bought ? bought.usdCents : (await this.get()).usdCents;
    return { amountMinor, currency: 'USD' };
  }

  async set(
    after: HourlyPrices,
    { subject, commandId }: Pick<MessageContext, 'subject' | 'commandId'>,
  ): Promise<HourlyPrices> {
    const { id, name } = administrator(subject);
    // No match: another change came first, retry with its prices.
    for (;;) {
      const before = await this.prices.find();
      if (isSame(before, after) || (await this.prices.knows(commandId))) return before;
      const event = this.outbox.entry(priceEvents.changed, { before, after });
      const change = { before, after, by: { id, name }, commandId };
      if (await this.prices.replace(change, event)) break;
      // Without a row the loop would never end.
      await this.prices.install();
    }
    this.outbox.relaySoon();
    return after;
  }

  changes(subject: Subject): Promise<PriceChange[]> {
    administrator(subject);
    return this.prices.changes();
  }
}
