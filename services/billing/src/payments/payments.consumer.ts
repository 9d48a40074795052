import { Handles, type MessageContext } from '@ctdb/chassis';
import {
  captureOrder,
  createOrder,
  getCheckout,
  getPaymentMode,
  receiveWebhook,
  type ReplyOf,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { CaptureService } from './capture.service.js';
import { CheckoutService } from './checkout.service.js';
import { OrderingService } from './ordering.service.js';
import { WebhookService } from './webhook.service.js';

/** Handles the messages about payments. */
@Controller()
export class PaymentsConsumer {
  constructor(
    private readonly checkouts: CheckoutService,
    private readonly ordering: OrderingService,
    private readonly captures: CaptureService,
    private readonly webhooks: WebhookService,
  ) {}

  @Handles(getPaymentMode)
  mode(): ReplyOf<typeof getPaymentMode> {
    return { mode: this.checkouts.mode };
  }

  @Handles(getCheckout)
  checkout(): Promise<ReplyOf<typeof getCheckout>> {
    return this.checkouts.checkout();
  }

  @Handles(createOrder)
  order(
    request: RequestOf<typeof createOrder>,
    context: MessageContext,
  ): Promise<ReplyOf<typeof createOrder>> {
    return this.ordering.open(request, context);
  }

  @Handles(captureOrder)
  capture(
    request: RequestOf<typeof captureOrder>,
    context: MessageContext,
  ): Promise<ReplyOf<typeof captureOrder>> {
    return this.captures.capture(request, context);
  }

  @Handles(receiveWebhook)
  async webhook(
    request: RequestOf<typeof receiveWebhook>,
  ): Promise<ReplyOf<typeof receiveWebhook>> {
    await this.webhooks.receive(request);
    return {};
  }
}
