import type { GooglePayConfigFromFindEligibleMethods } from '@paypal/react-paypal-js/sdk-v6';

type Config = GooglePayConfigFromFindEligibleMethods;

const networks: readonly string[] = ['MASTERCARD', 'VISA'];

/** PayPal's configuration of Google Pay, narrowed to the card networks that are taken here. */
export const withOurNetworks = (config: Config): Config => ({
  ...config,
  allowedPaymentMethods: config.allowedPaymentMethods.map((method) => ({
    ...method,
    parameters: {
      ...method.parameters,
      supportedNetworks: method.parameters.supportedNetworks.filter((name) =>
        networks.includes(name),
      ),
    },
  })),
});

const SCRIPT = 'https://pay.google.com/gp/p/js/pay.js';

/** Loads Google's part of Google Pay once; rejects where it is blocked. */
export const loadGooglePay = (): Promise<true> =>
  new Promise((resolve, reject) => {
    if (window.google?.payments) return resolve(true);
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.async = true;
    script.onload = () => resolve(true);
    script.onerror = () => {
      script.remove();
      reject(new Error(`${SCRIPT} did not load`));
    };
    document.head.append(script);
  });
