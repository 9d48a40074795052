/** Injection token of the `PaypalConfig`, undefined where no payments are taken. */
export const PAYPAL_CONFIG = Symbol('PAYPAL_CONFIG');
