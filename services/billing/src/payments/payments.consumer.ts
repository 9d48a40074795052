import { Handles, type MessageContext } from '@ctdb/chassis';
import { Mails } from '@ctdb/chassis/mail';
import {
  captureOrder,
  createOrder,
  getCheckout,
  getPaymentMode,
  listOrders,
  receiveWebhook,
  refundOrder,
  returnFromOrder,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { AdminOrdersService } from './admin-orders.service.js';
import { CaptureService } from './capture.service.js';
import { CheckoutService } from './checkout.service.js';
import { OrderCreationService } from './order-creation.service.js';
import { WebhookService } from './webhook.service.js';

/** Handles the messages about payments and orders. */
@Controller()
export class PaymentsConsumer {
  constructor(
    private readonly checkouts: CheckoutService,
    private readonly orderCreation: OrderCreationService,
    private readonly captures: CaptureService,
    private readonly webhooks: WebhookService,
    private readonly orders: AdminOrdersService,
    private readonly mails: Mails,
  ) {}

  @Handles(getPaymentMode)
  mode() {
    return { mode: this.checkouts.mode, mail: this.mails.isOn };
  }

  @Handles(getCheckout)
  checkout() {
    return this.checkouts.checkout();
  }

  @Handles(createOrder)
  order(request: RequestOf<typeof createOrder>, context: MessageContext) {
    return this.orderCreation.create(request, context);
  }

  @Handles(captureOrder)
  capture(request: RequestOf<typeof captureOrder>, context: MessageContext) {
    return this.captures.capture(request, context);
  }

  @Handles(returnFromOrder)
  async returnFromOrder(request: RequestOf<typeof returnFromOrder>) {
    return { path: await this.orderCreation.findReturnPage(request) };
  }

  @Handles(receiveWebhook)
  async webhook(request: RequestOf<typeof receiveWebhook>) {
    await this.webhooks.receive(request);
    return {};
  }

  @Handles(listOrders)
  list(request: RequestOf<typeof listOrders>) {
    return this.orders.list(request);
  }

  @Handles(refundOrder)
  refund({ id }: RequestOf<typeof refundOrder>, context: MessageContext) {
    return this.orders.refund(id, context);
  }
}
