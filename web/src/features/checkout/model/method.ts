/** The ways to pay that are offered, the default first. */
export const methods = ['paypal', 'gpay', 'card'] as const;
export type Method = (typeof methods)[number];
