import { AppLogger, type MessageContext, requireRole, toContract } from '@ctdb/chassis';
import {
  DomainError,
  type listOrders,
  order,
  type Order,
  type ReplyOf,
  type RequestOf,
  toDecimalString,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { providerOf, type PurchaseRecord } from '../purchases/purchase.record.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { PaymentProviders } from './payment-providers.js';
import { RefundsService } from './refunds.service.js';

/** A purchase as administrators see it; without token hashes. */
const toOrder = (purchase: PurchaseRecord): Order =>
  toContract(order, {
    ...purchase,
    provider: providerOf(purchase),
    amount: toDecimalString(purchase.amountMinor),
    startsAt: purchase.grant?.startsAt,
    endsAt: purchase.grant?.endsAt,
    reference: purchase.captureId,
  });

/** Lists and refunds orders for administrators. */
@Injectable()
export class AdminOrdersService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly refunds: RefundsService,
    private readonly providers: PaymentProviders,
    private readonly logger: AppLogger,
  ) {}

  async list({
    page,
    limit,
    refundRequested,
  }: RequestOf<typeof listOrders>): Promise<ReplyOf<typeof listOrders>> {
    const onlyRequested = refundRequested === 'true';
    const { items, total } = await this.purchases.findPage(page, limit, onlyRequested);
    return { items: items.map(toOrder), total };
  }

  /** A repeated call continues an unfinished refund and never starts a second one. */
  async refund(id: string, { subject }: Pick<MessageContext, 'subject'>): Promise<Order> {
    const { name } = requireRole({ subject }, 'admin');
    this.providers.assertConfigured();
    const found = await this.purchases.findById(id);
    if (!found) throw new DomainError('NOT_FOUND', { kind: 'order' });
    const purchase = found.state === 'paid' ? await this.startRefund(found, name) : found;
    if (purchase.state === 'refunded') return toOrder(purchase);
    if (purchase.state !== 'refunding') throw new DomainError('NOT_REFUNDABLE');
    return toOrder(await this.refunds.tryToFinish(purchase));
  }

  private async startRefund(purchase: PurchaseRecord, name: string): Promise<PurchaseRecord> {
    await this.assertRefundable(purchase);
    const changes = { refundedBy: name };
    const started = await this.purchases.transition(purchase, 'refundStarted', changes);
    if (!started) return (await this.purchases.findById(purchase._id)) ?? purchase;
    this.logger.info('a refund was begun', {
      orderId: started._id.toHexString(),
      item: started.item,
      event: 'refund-begun',
    });
    return started;
  }

  /**
   * After refunds of parts, what is left may be too little for the provider. It would end the access and
   * never be refunded, so without the provider's answer no refund starts.
   */
  private async assertRefundable(purchase: PurchaseRecord): Promise<void> {
    const { captureId = '' } = purchase;
    if (await this.providers.of(purchase).isRestTooSmall?.(captureId))
      throw new DomainError('NOT_REFUNDABLE', { part: 'rest' });
  }
}
