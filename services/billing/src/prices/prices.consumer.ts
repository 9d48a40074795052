import { Handles, type MessageContext } from '@ctdb/chassis';
import { getPrices, listPriceChanges, setPrices, type RequestOf } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { PricesRepository } from './prices.repository.js';
import { PricesService } from './prices.service.js';

/** Handles the messages about prices. */
@Controller()
export class PricesConsumer {
  constructor(
    private readonly prices: PricesService,
    private readonly repository: PricesRepository,
  ) {}

  @Handles(getPrices)
  get() {
    return this.repository.find();
  }

  @Handles(setPrices)
  set(request: RequestOf<typeof setPrices>, context: MessageContext) {
    return this.prices.set(request, context);
  }

  @Handles(listPriceChanges)
  changes() {
    return this.repository.findChanges();
  }
}
