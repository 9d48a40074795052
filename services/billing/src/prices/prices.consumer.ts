import { Handles, type MessageContext } from '@ctdb/chassis';
import { getPrices, listPriceChanges, setPrices, type RequestOf } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { PricesService } from './prices.service.js';

/** Handles the messages about prices. */
@Controller()
export class PricesConsumer {
  constructor(private readonly prices: PricesService) {}

  @Handles(getPrices)
  get() {
    return this.prices.get();
  }

  @Handles(setPrices)
  set(request: RequestOf<typeof setPrices>, context: MessageContext) {
    return this.prices.set(request, context);
  }

  @Handles(listPriceChanges)
  changes() {
    return this.prices.changes();
  }
}
