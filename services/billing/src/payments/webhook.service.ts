import { AppLogger } from '@ctdb/chassis';
import type { receiveWebhook, RequestOf } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { RedisClock } from '../clock/redis-clock.js';
import {
  PAYMENT_PROVIDER,
  type PaymentProvider,
  type ProviderEvent,
} from '../provider/payment-provider.js';
import type { PurchaseDocument } from '../purchases/purchase.schema.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { CheckoutService } from './checkout.service.js';
import { FollowingService } from './following.service.js';
import { reaching } from './provider-errors.js';
import { SeenEventsRepository } from './seen-events.repository.js';

/** Kinds of event after which the provider is asked; of others is only taken note. */
const ABOUT_MONEY = /^PAYMENT\.CAPTURE\.(COMPLETED|PENDING|DENIED|DECLINED|REFUNDED|REVERSED)$/;

/** PayPal sends it for a lost dispute too. The capture may not show that: an operator decides. */
const REVERSED = 'PAYMENT.CAPTURE.REVERSED';

/** Takes webhooks: a hint where to look, never a proof. */
@Injectable()
export class WebhookService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly seen: SeenEventsRepository,
    private readonly following: FollowingService,
    private readonly checkout: CheckoutService,
    private readonly clock: RedisClock,
    private readonly logger: AppLogger,
    @Inject(PAYMENT_PROVIDER) private readonly provider: PaymentProvider,
  ) {}

  async receive({ headers, body }: RequestOf<typeof receiveWebhook>): Promise<void> {
    this.checkout.assertConfigured();
    const now = await this.clock.now();
    const event = await reaching(() =>
      this.provider.readEvent(headers, Buffer.from(body, 'base64'), now),
    );
    if (await this.seen.has(event.id)) return;
    if (ABOUT_MONEY.test(event.type)) await this.follow(event);
    // Only now: what failed before is sent again and must have its effect then.
    await this.seen.mark(event.id, event.type);
  }

  private async follow(event: ProviderEvent): Promise<void> {
    const purchase = await this.find(event);
    const fields = { eventId: event.id, type: event.type };
    if (!purchase) {
      this.logger.warn('a webhook tells of an order that is not ours', fields);
      return;
    }
    const { state } = await reaching(() => this.following.follow(purchase));
    const outcome = { ...fields, orderId: purchase._id.toHexString(), state };
    if (event.type === REVERSED && state === 'paid')
      this.logger.error('PayPal takes a payment back and calls it paid: its access goes on', {
        ...outcome,
        event: 'payment-reversed',
      });
    else this.logger.info('a webhook was followed', outcome);
  }

  private async find({
    orderId,
    providerOrderId,
    captureId,
  }: ProviderEvent): Promise<PurchaseDocument | null> {
    return (
      (orderId ? await this.purchases.findById(orderId) : null) ??
      (providerOrderId ? await this.purchases.findByProviderOrder(providerOrderId) : null) ??
      (captureId ? await this.purchases.findByCapture(captureId) : null)
    );
  }
}
