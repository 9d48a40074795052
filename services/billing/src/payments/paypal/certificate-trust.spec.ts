import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { expect, it } from 'vitest';
import { isCertificateUrl, publicTrust } from './certificate-trust.js';

const trust = publicTrust();

it('trust in PayPal begins with the public authorities', async () => {
  const roots = await trust.roots();
  expect(roots).toHaveLength(rootCertificates.length);
  expect(roots.some(({ subject }) => subject.includes('DigiCert Global Root G2'))).toBe(true);
});

it.each([
  ['C=US\nO=PayPal, Inc.\nCN=messageverificationcerts.paypal.com', true],
  ['CN=messageverificationcerts.sandbox.paypal.com', true],
  ['CN=messageverificationcerts.paypal.com.attacker.example', false],
  ['CN=attackerpaypal.com', false],
  ['O=x.paypal.com\nCN=attacker.example', false],
])('trust in PayPal goes by the name of the signer: %s', (subject, isSigner) => {
  expect(trust.isSigner({ subject } as X509Certificate)).toBe(isSigner);
});

it.each(['169.254.169.254/latest/meta-data', 'cacerts.digicert.com.attacker.example/x.crt'])(
  'trust in PayPal fetches no missing certificate from %s, which is no known authority',
  async (address) => {
    const infoAccess = `CA Issuers - URI:http://${address}\n`;
    expect(await trust.issuerOf({ infoAccess } as X509Certificate)).toBeUndefined();
  },
);

const PATH = '/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77';
const live = { mode: 'live', baseUrl: 'https://api-m.paypal.com' } as const;
const sandbox = { mode: 'sandbox', baseUrl: 'https://api-m.sandbox.paypal.com' } as const;
const test = { mode: 'test', baseUrl: 'http://127.0.0.1:18900' } as const;

it.each([
  [`https://api.paypal.com${PATH}`, live, true],
  [`https://api.sandbox.paypal.com${PATH}`, sandbox, true],
  [`http://127.0.0.1:18900${PATH}`, test, true],
  [`https://api.sandbox.paypal.com${PATH}`, live, false],
  [`https://api.paypal.com${PATH}`, sandbox, false],
  [`http://127.0.0.1:18901${PATH}`, test, false],
  [`https://api.paypal.com${PATH}`, test, false],
  [`http://127.0.0.1:18900${PATH}`, live, false],
  [`http://api.paypal.com${PATH}`, live, false],
  [`https://api.paypal.com.attacker.example${PATH}`, live, false],
  [`https://attackerpaypal.com${PATH}`, live, false],
  [`https://api.paypal.com@attacker.example${PATH}`, live, false],
  [`https://user:pass@api.paypal.com${PATH}`, live, false],
  [`https://api.paypal.com:8443${PATH}`, live, false],
  [`https://api.paypal.com${PATH}?next=x`, live, false],
  [`https://api.paypal.com${PATH}#x`, live, false],
  [`https://api.paypal.com${PATH}/../../../v1/other`, live, false],
  ['https://api.paypal.com/v1/notifications/certs/%2e%2e', live, false],
  ['https://api.paypal.com/v1/notifications/certs/', live, false],
  ['https://api.paypal.com/redirect?to=https://attacker.example', live, false],
  [`HTTPS://API.PAYPAL.COM${PATH}`, live, false],
  ['nonsense', live, false],
  ['', live, false],
])('a certificate’s address may be %s for %o: %s', (address, config, isRight) => {
  expect(isCertificateUrl(address, config)).toBe(isRight);
});
