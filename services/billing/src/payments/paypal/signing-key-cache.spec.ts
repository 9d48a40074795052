import { afterEach, expect, it, vi } from 'vitest';
import { publicTrust } from './certificate-trust.js';
import { SigningKeyCache } from './signing-key-cache.js';

const address = (name: number) => `https://api.paypal.com/v1/notifications/certs/CERT-${name}`;

afterEach(() => {
  vi.restoreAllMocks();
});

it('certificates of webhooks are not downloaded without limit if an attacker invents addresses', async () => {
  const asked: ((answer: Response) => void)[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    () => new Promise((resolve) => void asked.push(resolve)),
  );
  const keys = new SigningKeyCache(publicTrust());
  const invented = Array.from({ length: 50 }, (_, name) => keys.get(address(name)));
  const again = keys.get(address(0));
  const endings = Promise.allSettled([...invented, again]);
  expect(asked).toHaveLength(4);
  for (const answer of asked) answer(new Response('', { status: 404 }));
  const refused = (await endings).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(46);
  for (const one of refused)
    expect(one).toMatchObject({ reason: { name: 'ProviderUnavailableError' } });

  const later = keys.get(address(99));
  expect(asked).toHaveLength(5);
  asked[4]?.(new Response('', { status: 404 }));
  expect(await later).toBeUndefined();
});
