import type { Resources } from './namespaces';

/** Errors that only screens about money meet; their words are loaded with those screens. */
export type PaymentErrorCode = keyof Resources['paymentErrors'];
