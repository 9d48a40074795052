import { expect, it } from 'vitest';
import { restrictNetworks } from '../components/google-pay-button';

it('accepts Mastercard and Visa, even if PayPal offers more', () => {
  const config = restrictNetworks({
    eligible: true,
    merchantCountry: 'US',
    apiVersion: 2,
    apiVersionMinor: 0,
    merchantInfo: { merchantId: 'M', merchantOrigin: 'shop.example' },
    allowedPaymentMethods: [
      {
        type: 'CARD',
        parameters: {
          allowedAuthMethods: ['PAN_ONLY'],
          supportedNetworks: ['AMEX', 'MASTERCARD', 'DISCOVER', 'VISA'],
          billingAddressRequired: false,
          assuranceDetailsRequired: true,
          billingAddressParameters: {},
        },
        tokenizationSpecification: {
          type: 'PAYMENT_GATEWAY',
          parameters: { gateway: 'paypalppcp', gatewayMerchantId: 'M' },
        },
      },
    ],
  });
  expect(config.allowedPaymentMethods[0]?.parameters).toMatchObject({
    supportedNetworks: ['MASTERCARD', 'VISA'],
    allowedAuthMethods: ['PAN_ONLY'],
  });
});
