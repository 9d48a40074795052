import { isDeepStrictEqual } from 'node:util';
import { type MessageContext, requireRole } from '@ctdb/chassis';
import {
  type Currency,
  type Prices,
  type PurchaseItem,
  purchaseItems,
  type Requests,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { PricesRepository } from './prices.repository.js';

/** The price of an item in minor units of the currency. */
export type ItemPrice = { amountMinor: number; currency: Currency };

/** The price list: administrators set all prices but those of plans in dollars, which are fixed. */
@Injectable()
export class PricesService {
  constructor(private readonly prices: PricesRepository) {}

  /** The current price of an item. */
  async getPrice(item: PurchaseItem, currency: Currency): Promise<ItemPrice> {
    const { usdCents, inrPaise, plansPaise } = await this.prices.find();
    const hourly = currency === 'INR' ? inrPaise : usdCents;
    if (item === 'hourly') return { amountMinor: hourly, currency };
    const plan = currency === 'INR' ? plansPaise[item] : purchaseItems[item].usdCents;
    return { amountMinor: plan, currency };
  }

  async set(wanted: Requests['setPrices'], context: MessageContext): Promise<Prices> {
    const { commandId } = context;
    const { id, name } = requireRole(context, 'admin');
    // No match: another change came first, retry with its prices.
    for (;;) {
      const before = await this.prices.find();
      const { usdCents = before.usdCents, inrPaise = before.inrPaise } = wanted;
      const plansPaise = { ...before.plansPaise, ...wanted.plansPaise };
      const after = { usdCents, inrPaise, plansPaise };
      if (isDeepStrictEqual(before, after) || (await this.prices.hasCommand(commandId)))
        return before;
      const change = { at: new Date(), by: name, before, after, commandId };
      if (await this.prices.replace(change, id)) return after;
      // Without a row the loop would never end.
      await this.prices.ensureDefaults();
    }
  }
}
