import { toContract } from '@ctdb/chassis';
import { Mails } from '@ctdb/chassis/mail';
import { order, type Order, toDecimalString } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { HandlesMessages } from '../handles-messages.js';
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
@HandlesMessages<PaymentsConsumer>({
  getPaymentMode: ({ providers, mails }) => ({ mode: providers.mode, mail: mails.isOn }),
  getCheckout: ({ checkouts }) => checkouts.checkout(),
  createOrder: ({ checkouts }, request, context) => checkouts.create(request, context),
  captureOrder: ({ captures }, request, context) => captures.capture(request, context),
  returnFromOrder: ({ checkouts }, request) => checkouts.findReturnPage(request),
  receiveWebhook: ({ recovery }, request) => recovery.receiveWebhook(request),
  listOrders: async ({ purchases }, { page, limit, refundRequested }) =>
    toPage(await purchases.findPage(page, limit, refundRequested === 'true')),
  searchOrders: async ({ purchases }, { text, page, limit }) =>
    toPage(await purchases.search(text, page, limit)),
  refundOrder: async ({ settlement }, { id }, context) =>
    toOrder(await settlement.refund(id, context)),
})
export class PaymentsConsumer {
  constructor(
    readonly checkouts: CheckoutService,
    readonly captures: CaptureService,
    readonly recovery: PurchaseRecoveryService,
    readonly purchases: PurchasesRepository,
    readonly settlement: SettlementService,
    readonly providers: PaymentProviders,
    readonly mails: Mails,
  ) {}
}
