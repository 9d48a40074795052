import { RpcClient } from '@ctdb/chassis';
import {
  getPrices,
  routes,
  setPrices,
  toDecimal,
  type HourlyPrices,
  type HourlyPricing,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import type { InputOf } from '../http/input.js';
import { Route } from '../http/route.decorator.js';

const pricingOf = ({ usdCents, inrPaise }: HourlyPrices): HourlyPricing => ({
  usd_hourly: toDecimal(usdCents),
  inr_hourly: String(inrPaise / 100),
});

/** Prices of the hourly pass. */
@Controller()
export class PricingController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.getPricing)
  async get({ context }: InputOf<typeof routes.getPricing>) {
    return pricingOf(await this.rpc.call(getPrices, {}, context));
  }

  @Route(routes.setPricing)
  async set({ body, context }: InputOf<typeof routes.setPricing>) {
    const prices = { usdCents: body.usd_hourly, inrPaise: body.inr_hourly };
    return pricingOf(await this.rpc.call(setPrices, prices, context));
  }
}
