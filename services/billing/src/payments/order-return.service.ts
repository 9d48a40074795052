import { DomainError, type RequestOf, type returnFromOrder } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { returnPath } from './order-creation.service.js';
import { PaymentProviders } from './payment-providers.js';

/** Leads buyers back from a provider whose addresses of return are signed. Changes nothing. */
@Injectable()
export class OrderReturnService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly providers: PaymentProviders,
  ) {}

  /** The page of the item. Throws `INVALID_SIGNATURE`, `NOT_FOUND`. */
  async findPage({ provider, query }: RequestOf<typeof returnFromOrder>): Promise<string> {
    const id = this.providers.get(provider).readReturn?.(query);
    if (id === undefined) throw new DomainError('INVALID_SIGNATURE');
    const purchase = await this.purchases.findByProviderOrder(id);
    if (!purchase) throw new DomainError('NOT_FOUND', { kind: 'order' });
    return returnPath(purchase.item, id);
  }
}
