import { Module } from '@nestjs/common';
import { BILLING_CONFIG, type BillingConfig } from '../config.js';
import { PAYMENT_PROVIDER, type PaymentProvider } from '../provider/payment-provider.js';
import { noPayments } from './no-payments.provider.js';
import { PaypalProvider } from './paypal.provider.js';

/** Provides the configured payment provider. */
@Module({
  providers: [
    {
      provide: PAYMENT_PROVIDER,
      inject: [BILLING_CONFIG],
      useFactory: ({ paypal }: BillingConfig): PaymentProvider =>
        paypal === undefined ? noPayments : new PaypalProvider(paypal),
    },
  ],
  exports: [PAYMENT_PROVIDER],
})
export class PaypalModule {}
