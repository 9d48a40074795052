import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { describe, expect, it } from '@jest/globals';
import { publicTrust } from './trust.js';

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
