import { AppLogger } from '@ctdb/chassis';
import type { receiveWebhook, RequestOf } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { providerOf, type PurchaseRecord } from '../purchases/purchase.record.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { type ProviderEvent, ProviderRejectedError } from './payment-provider.js';
import { PaymentProviders } from './payment-providers.js';
import { ProviderSyncService } from './provider-sync.service.js';
import { RefundsService } from './refunds.service.js';
import { WebhookReadsRepository } from './webhook-reads.repository.js';

/** Processes webhooks. They prove nothing: each is a reason to read a purchase at its provider. */
@Injectable()
export class WebhookService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly reads: WebhookReadsRepository,
    private readonly sync: ProviderSyncService,
    private readonly refunds: RefundsService,
    private readonly logger: AppLogger,
    private readonly providers: PaymentProviders,
  ) {}

  async receive({ provider, headers, body }: RequestOf<typeof receiveWebhook>): Promise<void> {
    const event = this.providers.get(provider).readEvent(headers, Buffer.from(body, 'base64'));
    const purchase = event && (await this.findPurchase(event));
    if (!purchase || providerOf(purchase) !== provider) return;
    await this.reads.request(purchase._id);
    const { state } = (await this.readIfDue(purchase)) ?? purchase;
    // The payment may still be shown as completed: an operator decides.
    if (event.isReversal && state === 'paid')
      this.logger.error(
        'a webhook names a payment as reversed that the provider reports as completed; access stays active, check manually',
        { orderId: purchase._id.toHexString(), type: event.type, event: 'payment-reversed' },
      );
  }

  /**
   * Reads a purchase if a webhook has requested it. `null` if none has, or if the last read is too recent:
   * then the reconciler reads it later.
   */
  async readIfDue(purchase: PurchaseRecord): Promise<PurchaseRecord | null> {
    const begun = this.providers.has(purchase) && (await this.reads.begin(purchase._id));
    if (!begun) return null;
    const read = await this.read(purchase);
    await this.reads.end(begun);
    return read;
  }

  private async read(purchase: PurchaseRecord): Promise<PurchaseRecord> {
    try {
      const synced = await this.sync.sync(purchase);
      await this.refunds.returnSurplus(synced);
      return synced;
    } catch (error) {
      // The answer to a repetition is the same.
      if (!(error instanceof ProviderRejectedError)) throw error;
      const orderId = purchase._id.toHexString();
      this.logger.warn('payment provider rejected the read for a webhook', error, { orderId });
      return purchase;
    }
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
