import { Controller } from '@nestjs/common';
import { HandlesMessages } from '../handles-messages.js';
import { PricesRepository } from './prices.repository.js';
import { PricesService } from './prices.service.js';

/** Handles the messages about prices. */
@Controller()
@HandlesMessages<PricesConsumer>({
  getPrices: ({ repository }) => repository.find(),
  setPrices: ({ prices }, request, context) => prices.set(request, context),
  listPriceChanges: ({ repository }) => repository.findChanges(),
})
export class PricesConsumer {
  constructor(
    readonly prices: PricesService,
    readonly repository: PricesRepository,
  ) {}
}
