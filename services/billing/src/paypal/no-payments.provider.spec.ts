import { expect, it } from '@jest/globals';
import { noPayments } from './no-payments.provider.js';

it('refuses every call', async () => {
  const calls = Object.values(noPayments).filter((one) => typeof one === 'function');
  expect(calls).toHaveLength(7);
  for (const call of calls as (() => Promise<unknown>)[]) {
    await expect(call()).rejects.toMatchObject({ code: 'PAYMENTS_NOT_CONFIGURED' });
  }
  expect(noPayments).toMatchObject({ mode: 'off', clientId: null });
});
