import { AppLogger } from '@ctdb/chassis';
import type { receiveWebhook, RequestOf } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { DuePurchasesRepository } from '../../purchases/due-purchases.repository.js';
import { providerOf, type PurchaseRecord } from '../../purchases/purchase.record.js';
import { ProviderRejectedError } from '../providers/payment-provider.js';
import { PaymentProviders, toLogFields } from '../providers/payment-providers.js';
import { SettlementService } from '../settlement/settlement.service.js';

/** Processes webhooks. They prove nothing: each is a reason to read a purchase at its provider. */
@Injectable()
export class WebhookService {
  constructor(
    private readonly due: DuePurchasesRepository,
    private readonly settlement: SettlementService,
    private readonly logger: AppLogger,
    private readonly providers: PaymentProviders,
  ) {}

  async receive({ provider, headers, body }: RequestOf<typeof receiveWebhook>): Promise<void> {
    const event = this.providers.get(provider).readEvent(headers, Buffer.from(body, 'base64'));
    const purchase = event && (await this.settlement.find(event));
    if (!purchase || providerOf(purchase) !== provider) return;
    await this.due.requestRead(purchase._id);
    const { state } = (await this.readIfDue(purchase)) ?? purchase;
    // The payment may still be shown as completed: an operator decides.
    if (event.isReversal && state === 'paid')
      this.logger.error(
        'a webhook names a payment as reversed that the provider reports as completed; access stays active, check manually',
        { ...toLogFields(purchase, 'payment-reversed'), type: event.type },
      );
  }

  /**
   * Reads a purchase if a webhook has requested it. `null` if none has, or if the last read is too recent:
   * then the reconciler reads it later.
   */
  async readIfDue(purchase: PurchaseRecord): Promise<PurchaseRecord | null> {
    const begun = this.providers.has(purchase) && (await this.due.beginRead(purchase._id));
    if (!begun) return null;
    const read = await this.read(purchase);
    await this.due.endRead(begun);
    return read;
  }

  private async read(purchase: PurchaseRecord): Promise<PurchaseRecord> {
    try {
      return await this.settlement.sync(purchase);
    } catch (error) {
      // The answer to a repetition is the same.
      if (!(error instanceof ProviderRejectedError)) throw error;
      const fields = toLogFields(purchase);
      this.logger.warn('payment provider rejected the read for a webhook', error, fields);
      return purchase;
    }
  }
}
