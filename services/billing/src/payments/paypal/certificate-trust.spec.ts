import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { isCertificateUrl, publicTrust } from './certificate-trust.js';

const named = (subject: string) => ({ subject }) as X509Certificate;

describe('trust in PayPal', () => {
  const trust = publicTrust();

  it('begins with the public authorities', async () => {
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
  ])('goes by the name of the signer: %s', (subject, isSigner) => {
    expect(trust.isSigner(named(subject))).toBe(isSigner);
  });

  it('fetches missing certificates only from a known authority', async () => {
    const infoAccess = 'CA Issuers - URI:http://169.254.169.254/latest/meta-data\n';
    expect(await trust.issuerOf({ infoAccess } as X509Certificate)).toBeUndefined();
    const longer = 'CA Issuers - URI:http://cacerts.digicert.com.attacker.example/x.crt\n';
    expect(await trust.issuerOf({ infoAccess: longer } as X509Certificate)).toBeUndefined();
  });
});

const PATH = '/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77';
const live = { mode: 'live', baseUrl: 'https://api-m.paypal.com' } as const;
const sandbox = { mode: 'sandbox', baseUrl: 'https://api-m.sandbox.paypal.com' } as const;
const test = { mode: 'test', baseUrl: 'http://127.0.0.1:18900' } as const;

describe("a certificate's address", () => {
  it("is PayPal's over https, the sandbox's for the sandbox", () => {
    expect(isCertificateUrl(`https://api.paypal.com${PATH}`, live)).toBe(true);
    expect(isCertificateUrl(`https://api.sandbox.paypal.com${PATH}`, sandbox)).toBe(true);
    expect(isCertificateUrl(`https://api.sandbox.paypal.com${PATH}`, live)).toBe(false);
    expect(isCertificateUrl(`https://api.paypal.com${PATH}`, sandbox)).toBe(false);
  });

  it('is exactly the simulator for the simulator', () => {
    expect(isCertificateUrl(`http://127.0.0.1:18900${PATH}`, test)).toBe(true);
    expect(isCertificateUrl(`http://127.0.0.1:18901${PATH}`, test)).toBe(false);
    expect(isCertificateUrl(`https://api.paypal.com${PATH}`, test)).toBe(false);
    expect(isCertificateUrl(`http://127.0.0.1:18900${PATH}`, live)).toBe(false);
  });

  it.each([
    `http://api.paypal.com${PATH}`,
    `https://api.paypal.com.attacker.example${PATH}`,
    `https://attackerpaypal.com${PATH}`,
    `https://api.paypal.com@attacker.example${PATH}`,
    `https://user:pass@api.paypal.com${PATH}`,
    `https://api.paypal.com:8443${PATH}`,
    `https://api.paypal.com${PATH}?next=x`,
    `https://api.paypal.com${PATH}#x`,
    `https://api.paypal.com${PATH}/../../../v1/other`,
    'https://api.paypal.com/v1/notifications/certs/%2e%2e',
    'https://api.paypal.com/v1/notifications/certs/',
    'https://api.paypal.com/redirect?to=https://attacker.example',
    `HTTPS://API.PAYPAL.COM${PATH}`,
    'nonsense',
    '',
  ])('is not %s', (address) => {
    expect(isCertificateUrl(address, live)).toBe(false);
  });
});
