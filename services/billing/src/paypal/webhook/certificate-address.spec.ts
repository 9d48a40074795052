import { describe, expect, it } from '@jest/globals';
import { isCertificateAddress } from './certificate-address.js';

const PATH = '/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77';
const live = { mode: 'live', baseUrl: 'https://api-m.paypal.com' } as const;
const sandbox = { mode: 'sandbox', baseUrl: 'https://api-m.sandbox.paypal.com' } as const;
const test = { mode: 'test', baseUrl: 'http://127.0.0.1:18900' } as const;

describe("a certificate's address", () => {
  it("is PayPal's over https, the sandbox's for the sandbox", () => {
    expect(isCertificateAddress(`https://api.paypal.com${PATH}`, live)).toBe(true);
    expect(isCertificateAddress(`https://api.sandbox.paypal.com${PATH}`, sandbox)).toBe(true);
    expect(isCertificateAddress(`https://api.sandbox.paypal.com${PATH}`, live)).toBe(false);
    expect(isCertificateAddress(`https://api.paypal.com${PATH}`, sandbox)).toBe(false);
  });

  it('is exactly the stand-in for the stand-in', () => {
    expect(isCertificateAddress(`http://127.0.0.1:18900${PATH}`, test)).toBe(true);
    expect(isCertificateAddress(`http://127.0.0.1:18901${PATH}`, test)).toBe(false);
    expect(isCertificateAddress(`https://api.paypal.com${PATH}`, test)).toBe(false);
    expect(isCertificateAddress(`http://127.0.0.1:18900${PATH}`, live)).toBe(false);
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
    expect(isCertificateAddress(address, live)).toBe(false);
  });
});
