import { AppLogger } from '@ctdb/chassis';
import type { receiveWebhook, RequestOf } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { PurchaseRecord } from '../purchases/purchase.record.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { RedisClock } from '../redis-clock.js';
import { type ProviderEvent, mapProviderErrors } from './payment-provider.js';
import { PaymentProviders } from './payment-providers.js';
import { ProcessedWebhooksRepository } from './processed-webhooks.repository.js';
import { ProviderSyncService } from './provider-sync.service.js';
import { RefundsService } from './refunds.service.js';

/** Processes webhooks. They only trigger a read at the provider and prove nothing. */
@Injectable()
export class WebhookService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly processed: ProcessedWebhooksRepository,
    private readonly sync: ProviderSyncService,
    private readonly refunds: RefundsService,
    private readonly clock: RedisClock,
    private readonly logger: AppLogger,
    private readonly providers: PaymentProviders,
  ) {}

  async receive({ provider, headers, body }: RequestOf<typeof receiveWebhook>): Promise<void> {
    const sender = this.providers.get(provider);
    const now = await this.clock.now();
    const event = await mapProviderErrors(() =>
      sender.readEvent(headers, Buffer.from(body, 'base64'), now),
    );
    if (await this.processed.has(event.id)) return;
    // Others are only marked as seen.
    if (event.kind !== 'other') await this.process(event);
    // Marked last: the provider resends a failed event, which must be processed then.
    await this.processed.mark(event.id, event.type);
  }

  private async process(event: ProviderEvent): Promise<void> {
    const purchase = await this.findPurchase(event);
    const fields = { eventId: event.id, type: event.type };
    if (!purchase) {
      this.logger.warn('webhook for an unknown order', fields);
      return;
    }
    const synced = await mapProviderErrors(() => this.sync.sync(purchase));
    if (event.captureId !== undefined && event.captureId !== synced.captureId)
      await mapProviderErrors(() => this.refunds.returnSurplus(synced));
    const { state } = synced;
    const outcome = { ...fields, orderId: purchase._id.toHexString(), state };
    // The capture may not show it: an operator decides.
    if (event.kind === 'reversal' && state === 'paid')
      this.logger.error(
        'the provider reversed a payment but reports it as completed; access stays active, check manually',
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
