import { afterEach, expect, it, vi } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import { click, json, mockApi, renderApp, see, user } from '@/testing';
import { completed, typeEmail, checkoutReplies, testCheckout } from '@/testing/payments';
import CheckoutPage from '../routes/checkout-page';
import { restrictNetworks } from './paypal-buttons';

type Session = { onApprove: (data: { orderId: string }) => Promise<void>; onCancel: () => void };
interface Started {
  components: string[];
  clientId: string;
}

/** The global object of PayPal's loaded script. */
const playPayPal = (createInstance: (options: Started) => Promise<unknown>) => {
  Object.assign(window, { paypal: { version: '6.0.0', createInstance } });
};
const answers = {
  ...checkoutReplies,
  'GET /paypal/setup': () => json({ ...testCheckout, mode: 'sandbox', clientId: 'client' }),
  'POST /paypal/order': () =>
    json({ id: 'ORDER1', approveUrl: 'http://localhost/#approve' }, { status: 201 }),
};
const open = (path = '/subscribe') => renderApp(<CheckoutPage />, { path });

afterEach(() => {
  Reflect.deleteProperty(window, 'paypal');
  window.location.hash = '';
});

it('PayPal’s own buttons pay an order that our server has created, and the page continues by itself', async () => {
  const started: Started[] = [];
  const requests = mockApi({ ...answers, 'POST /paypal/order/ORDER1/capture': () => completed() });
  const createPayPalOneTimePaymentSession = ({ onApprove }: Session) => ({
    start: async (_how: unknown, order: Promise<{ orderId: string }>) => onApprove(await order),
    destroy: () => undefined,
    cancel: () => undefined,
    hasReturned: () => false,
  });
  playPayPal((options) => {
    started.push(options);
    return Promise.resolve({ createPayPalOneTimePaymentSession });
  });
  await open();
  await waitFor(() => expect(document.querySelector('paypal-button')).toBeTruthy());
  expect(started[0]?.clientId).toBe('client');
  await typeEmail();
  await user.click(document.querySelector('paypal-button') as Element);
  await see(/^Payment successful!/);
  const posted = requests.filter(({ method }) => method === 'POST').map(({ path }) => path);
  expect(posted).toEqual(['/paypal/order', '/paypal/order/ORDER1/capture']);
});

it('PayPal’s own buttons are replaced by PayPal’s page, with an explanation, if the script fails', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  playPayPal(() => Promise.reject(new Error('blocked')));
  mockApi(answers);
  await open();
  await see(/^PayPal's buttons didn't load/);
  await typeEmail();
  await click('Pay $29.99 with PayPal');
  await waitFor(() => expect(window.location.hash).toBe('#approve'));
});

it('PayPal’s own buttons say that Google Pay can not be had here', async () => {
  playPayPal(() =>
    Promise.resolve({
      createPayPalOneTimePaymentSession: () => ({ destroy: () => undefined }),
      findEligibleMethods: () => Promise.resolve({ isEligible: () => false }),
    }),
  );
  Object.assign(window, { google: { payments: {} } });
  mockApi(answers);
  await open('/payment');
  const gpay = await screen.findByRole('radio', { name: 'Google Pay' });
  await waitFor(() => expect(gpay).toHaveProperty('disabled', false));
  await click('Google Pay', 'radio');
  await see(/^Google Pay isn't available/);
  Reflect.deleteProperty(window, 'google');
});

it('Google Pay accepts Mastercard and Visa, even if PayPal offers more', () => {
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
