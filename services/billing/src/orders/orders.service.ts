import { AppLogger, type MessageContext } from '@ctdb/chassis';
import {
  DomainError,
  type listOrders,
  type Order,
  type ReplyOf,
  type RequestOf,
  type Subject,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { RedisClock } from '../clock/redis-clock.js';
import { CheckoutService } from '../payments/checkout.service.js';
import { RefundsService } from '../payments/refunds.service.js';
import { PurchaseFacts } from '../purchases/purchase-facts.js';
import type { PurchaseDocument } from '../purchases/purchase.schema.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { toOrder } from './orders.mapper.js';

type Administrator = Extract<Subject, { role: 'admin' }>;

const administrator = (subject: Subject): Administrator => {
  if (subject.role !== 'admin') throw new DomainError('FORBIDDEN');
  return subject;
};

/** Lists and refunds orders for administrators. */
@Injectable()
export class OrdersService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly facts: PurchaseFacts,
    private readonly refunds: RefundsService,
    private readonly checkout: CheckoutService,
    private readonly clock: RedisClock,
    private readonly logger: AppLogger,
  ) {}

  async list(
    { page, limit }: RequestOf<typeof listOrders>,
    { subject }: Pick<MessageContext, 'subject'>,
  ): Promise<ReplyOf<typeof listOrders>> {
    administrator(subject);
    const { items, total } = await this.purchases.page(page, limit);
    return { items: items.map(toOrder), total };
  }

  /** A repeated call continues an unfinished refund and never starts a second one. */
  async refund(id: string, { subject }: Pick<MessageContext, 'subject'>): Promise<Order> {
    const by = administrator(subject);
    this.checkout.assertConfigured();
    const found = await this.purchases.findById(id);
    if (!found) throw new DomainError('NOT_FOUND', { kind: 'order' });
    const purchase = found.state === 'paid' ? await this.begin(found, by) : found;
    if (purchase.state === 'refunded') return toOrder(purchase);
    if (purchase.state !== 'refunding') throw new DomainError('NOT_REFUNDABLE');
    return toOrder(await this.refunds.tryToFinish(purchase));
  }

  private async begin(purchase: PurchaseDocument, by: Administrator): Promise<PurchaseDocument> {
    const at = await this.clock.now();
    const changes = { refundedBy: by.name };
    const event = this.facts.entry('refundDecided', purchase);
    const options = { at, due: 'access', event } as const;
    const begun = await this.purchases.take(purchase, 'refundAsked', changes, options);
    if (begun) {
      this.facts.publishSoon();
      this.logger.info('a refund was begun', {
        orderId: begun._id.toHexString(),
        item: begun.item,
        event: 'refund-begun',
      });
    }
    return begun ?? (await this.purchases.findById(purchase._id)) ?? purchase;
  }
}
