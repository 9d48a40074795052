import { DomainError } from '@ctdb/contracts';
import type { PaymentProvider } from '../provider/payment-provider.js';

const refuse = () => Promise.reject(new DomainError('PAYMENTS_NOT_CONFIGURED'));

/** The provider if payments are off: every call fails. */
export const noPayments: PaymentProvider = {
  mode: 'off',
  clientId: null,
  currencies: ['USD'],
  clientToken: refuse,
  createOrder: refuse,
  getOrder: refuse,
  captureOrder: refuse,
  getCapture: refuse,
  refund: refuse,
  readEvent: refuse,
};
