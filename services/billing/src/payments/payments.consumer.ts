import { Handles, type MessageContext, toContract } from '@ctdb/chassis';
import { Mails } from '@ctdb/chassis/mail';
import { messages, order, type Order, type Requests, toDecimalString } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { providerOf, type PurchaseRecord } from '../purchases/purchase.record.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { CaptureService } from './checkout/capture.service.js';
import { CheckoutService } from './checkout/checkout.service.js';
import { PaymentProviders } from './providers/payment-providers.js';
import { SettlementService } from './settlement/settlement.service.js';
import { PurchaseRecoveryService } from './recovery/purchase-recovery.service.js';

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

const toPage = ({ items, total }: { items: PurchaseRecord[]; total: number }) => ({
  items: items.map(toOrder),
  total,
});

/** Handles the messages about payments and orders. */
@Controller()
export class PaymentsConsumer {
  constructor(
    private readonly checkouts: CheckoutService,
    private readonly captures: CaptureService,
    private readonly recovery: PurchaseRecoveryService,
    private readonly purchases: PurchasesRepository,
    private readonly settlement: SettlementService,
    private readonly providers: PaymentProviders,
    private readonly mails: Mails,
  ) {}

  @Handles(messages.getPaymentMode)
  mode() {
    return { mode: this.providers.mode, mail: this.mails.isOn };
  }

  @Handles(messages.getCheckout)
  checkout() {
    return this.checkouts.checkout();
  }

  @Handles(messages.createOrder)
  order(request: Requests['createOrder'], context: MessageContext) {
    return this.checkouts.create(request, context);
  }

  @Handles(messages.captureOrder)
  capture(request: Requests['captureOrder'], context: MessageContext) {
    return this.captures.capture(request, context);
  }

  @Handles(messages.returnFromOrder)
  returnFromOrder(request: Requests['returnFromOrder']) {
    return this.checkouts.findReturnPage(request);
  }

  @Handles(messages.receiveWebhook)
  webhook(request: Requests['receiveWebhook']) {
    return this.recovery.receiveWebhook(request);
  }

  @Handles(messages.listOrders)
  async list({ page, limit, refundRequested }: Requests['listOrders']) {
    const isAsked = refundRequested === 'true';
    return toPage(await this.purchases.findPage(page, limit, isAsked));
  }

  @Handles(messages.searchOrders)
  async search({ text, page, limit }: Requests['searchOrders']) {
    return toPage(await this.purchases.search(text, page, limit));
  }

  @Handles(messages.refundOrder)
  async refund({ id }: Requests['refundOrder'], context: MessageContext) {
    return toOrder(await this.settlement.refund(id, context));
  }
}
