import { type MessageContext, requireRole } from '@ctdb/chassis';
import {
  purchaseItems,
  type Currency,
  type HourlyPrices,
  type PriceChange,
  type PurchaseItem,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { PricesRepository } from './prices.repository.js';

/** The charged currency, because PayPal does not accept rupees here. */
export const CHARGE_CURRENCY = 'USD' satisfies Currency;

/** The price of an item in minor units of the charged currency. */
export interface ItemPrice {
  amountMinor: number;
  currency: Currency;
}

const isSame = (one: HourlyPrices, other: HourlyPrices) =>
  one.usdCents === other.usdCents && one.inrPaise === other.inrPaise;

/** The price list: administrators set the hourly price, the prices of plans are fixed. */
@Injectable()
export class PricesService {
  constructor(private readonly prices: PricesRepository) {}

  get(): Promise<HourlyPrices> {
    return this.prices.find();
  }

  /** The current price of an item. */
  async getPrice(item: PurchaseItem): Promise<ItemPrice> {
    const bought = purchaseItems[item];
    const amountMinor = 'usdCents' in bought ? bought.usdCents : (await this.get()).usdCents;
    return { amountMinor, currency: CHARGE_CURRENCY };
  }

  async set(
    after: HourlyPrices,
    { subject, commandId }: Pick<MessageContext, 'subject' | 'commandId'>,
  ): Promise<HourlyPrices> {
    const { id, name } = requireRole({ subject }, 'admin');
    // No match: another change came first, retry with its prices.
    for (;;) {
      const before = await this.prices.find();
      if (isSame(before, after) || (await this.prices.hasCommand(commandId))) return before;
      if (await this.prices.replace({ before, after, by: { id, name }, commandId })) return after;
      // Without a row the loop would never end.
      await this.prices.ensureDefaults();
    }
  }

  changes(): Promise<PriceChange[]> {
    return this.prices.findChanges();
  }
}
