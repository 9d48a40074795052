import { Handles, type MessageContext } from '@ctdb/chassis';
import { messages, type Requests } from '@ctdb/contracts';
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

  @Handles(messages.getPrices)
  get() {
    return this.repository.find();
  }

  @Handles(messages.setPrices)
  set(request: Requests['setPrices'], context: MessageContext) {
    return this.prices.set(request, context);
  }

  @Handles(messages.listPriceChanges)
  changes() {
    return this.repository.findChanges();
  }
}
