import type { Resources } from './resources';

/** Errors that only screens about money meet; their words are loaded with those screens. */
export type PaymentErrorCode = keyof Resources['paymentErrors'];
