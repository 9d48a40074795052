import { expect, it } from 'vitest';
import { restrictNetworks } from '../components/google-pay-button';

it('accepts Mastercard and Visa, even if PayPal offers more', () => {
  const config = restrictNetworks({
    allowedPaymentMethods: [
      {
        parameters: {
          allowedAuthMethods: ['PAN_ONLY'],
          supportedNetworks: ['AMEX', 'MASTERCARD', 'DISCOVER', 'VISA'],
        },
      },
    ],
  } as unknown as Parameters<typeof restrictNetworks>[0]);
  expect(config.allowedPaymentMethods[0]?.parameters).toMatchObject({
    supportedNetworks: ['MASTERCARD', 'VISA'],
    allowedAuthMethods: ['PAN_ONLY'],
  });
});
