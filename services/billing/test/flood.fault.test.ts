import { expect, it } from 'vitest';
import { billingEnv, errorOf, signInAs, TestBilling } from './support/billing.js';

const billing = new TestBilling(
  billingEnv({ PASSWORD_HASHES_AT_ONCE: '1', PASSWORD_HASHES_WAITING: '2' }),
);

it('refuses excess sign-ins, does not count them as attempts, and recovers afterwards', async () => {
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => errorOf(signInAs(billing.buyer, 'wrong-password'))),
  );
  const codes = answers.map(({ code }) => code);
  const checked = codes.filter((code) => code === 'INVALID_CREDENTIALS').length;
  expect(checked).toBeGreaterThanOrEqual(3);
  expect(codes.filter((code) => code === 'SERVICE_UNAVAILABLE').length).toBe(25 - checked);
  expect(checked).toBeLessThan(25);
  const [key = '', ...others] = await billing.keys('tries:account:');
  expect(others).toEqual([]);
  const tries = await billing.redis.hget(key, 'tries');
  expect(Number(tries)).toBe(checked);
  expect((await signInAs(billing.buyer)).token).toHaveLength(43);
});
