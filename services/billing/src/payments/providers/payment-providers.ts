import { DomainError, type PaymentMode, type PaymentProviderName } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { BILLING_CONFIG, type BillingConfig } from '../../config.js';
import { providerOf, type PurchaseRecord } from '../../purchases/purchase.record.js';
import type { PaymentProvider } from './payment-provider.js';
import { PaypalProvider } from './paypal/paypal.provider.js';
import { RazorpayProvider } from './razorpay/razorpay.provider.js';

/** The fields of a purchase in the log. */
export const toLogFields = ({ _id, item, state }: PurchaseRecord, event?: string) => ({
  orderId: _id.toHexString(),
  item,
  state,
  ...(event && { event }),
});

/** The configured payment providers, by name. */
@Injectable()
export class PaymentProviders {
  readonly all: readonly PaymentProvider[];

  constructor(@Inject(BILLING_CONFIG) { paypal, razorpay }: BillingConfig) {
    this.all = [
      ...(paypal ? [new PaypalProvider(paypal)] : []),
      ...(razorpay ? [new RazorpayProvider(razorpay)] : []),
    ];
  }

  /** The providers take real payments all or none; the configuration checks it. */
  get mode(): PaymentMode {
    return this.all[0]?.mode ?? 'off';
  }

  /** Throws `PAYMENTS_NOT_CONFIGURED` if payments are off. */
  assertConfigured(): void {
    if (this.all.length === 0) throw new DomainError('PAYMENTS_NOT_CONFIGURED');
  }

  /** Throws `PAYMENTS_NOT_CONFIGURED` without this provider. */
  get(name: PaymentProviderName): PaymentProvider {
    const found = this.all.find((provider) => provider.name === name);
    if (!found) throw new DomainError('PAYMENTS_NOT_CONFIGURED');
    return found;
  }

  /** The provider of a purchase. Throws `PAYMENTS_NOT_CONFIGURED` without it. */
  of(purchase: Pick<PurchaseRecord, 'provider'>): PaymentProvider {
    return this.get(providerOf(purchase));
  }

  /** Whether the provider of a purchase is still configured. */
  has(purchase: Pick<PurchaseRecord, 'provider'>): boolean {
    return this.all.some(({ name }) => name === providerOf(purchase));
  }
}
