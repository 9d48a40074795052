import { AppLogger } from '@ctdb/chassis';
import type { receiveWebhook, RequestOf } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { PurchaseRecord } from '../purchases/purchase.record.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { RedisClock } from '../redis-clock.js';
import { CheckoutService } from './checkout.service.js';
import {
  PAYMENT_PROVIDER,
  type PaymentProvider,
  type ProviderEvent,
  mapProviderErrors,
} from './payment-provider.js';
import { ProcessedWebhooksRepository } from './processed-webhooks.repository.js';
import { ProviderSyncService } from './provider-sync.service.js';

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
    private readonly processed: ProcessedWebhooksRepository,
    private readonly sync: ProviderSyncService,
    private readonly checkout: CheckoutService,
    private readonly clock: RedisClock,
    private readonly logger: AppLogger,
    @Inject(PAYMENT_PROVIDER) private readonly provider: PaymentProvider,
  ) {}

  async receive({ headers, body }: RequestOf<typeof receiveWebhook>): Promise<void> {
    this.checkout.assertConfigured();
    const now = await this.clock.now();
    const event = await mapProviderErrors(() =>
      this.provider.readEvent(headers, Buffer.from(body, 'base64'), now),
    );
    if (await this.processed.has(event.id)) return;
    if (CAPTURE_EVENT_TYPES.test(event.type)) await this.process(event);
    // Marked last: PayPal resends a failed event, which must be processed then.
    await this.processed.mark(event.id, event.type);
  }

  private async process(event: ProviderEvent): Promise<void> {
    const purchase = await this.findPurchase(event);
    const fields = { eventId: event.id, type: event.type };
    if (!purchase) {
      this.logger.warn('webhook for an unknown order', fields);
      return;
    }
    const { state } = await mapProviderErrors(() => this.sync.sync(purchase));
    const outcome = { ...fields, orderId: purchase._id.toHexString(), state };
    if (event.type === REVERSED && state === 'paid')
      this.logger.error(
        'PayPal reversed a payment but reports it as completed; access stays active, check manually',
        {
          ...outcome,
          event: 'payment-reversed',
        },
      );
    else this.logger.info('webhook processed', outcome);
  }

  private async findPurchase({
    orderId,
    providerOrderId,
    captureId,
  }: ProviderEvent): Promise<PurchaseRecord | null> {
    return (
      (orderId ? await this.purchases.findById(orderId) : null) ??
      (providerOrderId ? await this.purchases.findByProviderOrder(providerOrderId) : null) ??
      (captureId ? await this.purchases.findByCapture(captureId) : null)
    );
  }
}
