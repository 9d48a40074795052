import { expect, it } from 'vitest';
import { returnUrls } from './checkout.service.js';

it.each([
  ['hourly', '/hourly-access'],
  ['premium_yearly', '/subscribe'],
  ['professional_monthly', '/payment'],
] as const)('where the buyer comes back to is, for %s, %s', (item, page) => {
  expect(returnUrls(item, 'https://example.org:8443')).toEqual({
    returnUrl: `https://example.org:8443${page}?order=return`,
    cancelUrl: `https://example.org:8443${page}?order=cancelled`,
  });
});

it('where the buyer comes back to takes nothing but the origin from what it is given', () => {
  expect(returnUrls('hourly', 'https://example.org/elsewhere?a=1').returnUrl).toBe(
    'https://example.org/hourly-access?order=return',
  );
});
