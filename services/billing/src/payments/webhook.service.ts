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

/** Types of events that trigger a read at the provider; other events are only marked as seen. */
const CAPTURE_EVENT_TYPES =
  /^PAYMENT\.CAPTURE\.(COMPLETED|PENDING|DENIED|DECLINED|REFUNDED|REVERSED)$/;

/** PayPal sends it for a lost dispute too. The capture may not show that: an operator decides. */
const REVERSED = 'PAYMENT.CAPTURE.REVERSED';

/** Processes webhooks. They only trigger a read at the provider and prove nothing. */
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
    if (CAPTURE_EVENT_TYPES.test(event.type)) await this.process(event);
    // Marked last: PayPal resends a failed event, which must be processed then.
    await this.seen.mark(event.id, event.type);
  }

  private async process(event: ProviderEvent): Promise<void> {
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
