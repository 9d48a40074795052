// @peculiar/x509 needs it.
import 'reflect-metadata';
import { createHash, KeyObject, webcrypto } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

const DAY = 86_400_000;
const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2_048,
  publicExponent: new Uint8Array([1, 0, 1]),
};
const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Certificates that sign webhooks. They are created once for each data folder. */
export interface Certificates {
  /** PEM of the authority that signed the others. */
  authority: string;
  /** PEM chains by the names under which they are served. */
  chains: Record<string, string>;
  /** Names of chains. */
  valid: string;
  expired: string;
  /** Signed by an untrusted authority. */
  foreign: string;
  /** PEM of the private key that belongs to all of them. */
  key: string;
}

export async function loadCertificates(folder: string): Promise<Certificates> {
  const file = join(folder, 'certificates.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Certificates;
  const made = await makeCertificates(Date.now());
  writeFileSync(`${file}.draft`, JSON.stringify(made), { mode: 0o600 });
  renameSync(`${file}.draft`, file);
  return made;
}

async function makeCertificates(now: number): Promise<Certificates> {
  const leaf = await newKeys(RSA);
  const authority = await newAuthority('Test payments CA', now);
  const untrusted = await newAuthority('Untrusted CA', now);
  const valid = await issue(authority, leaf, now - DAY, now + 730 * DAY);
  const expired = await issue(authority, leaf, now - 30 * DAY, now - DAY);
  const foreign = await issue(untrusted, leaf, now - DAY, now + 730 * DAY);
  return {
    authority: authority.pem,
    chains: Object.fromEntries(
      [valid, expired, foreign].map((chain) => [getChainName(chain), chain]),
    ),
    valid: getChainName(valid),
    expired: getChainName(expired),
    foreign: getChainName(foreign),
    key: KeyObject.from(leaf.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

async function newAuthority(commonName: string, now: number) {
  const keys = await newKeys(EC);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${commonName}, O=paypal-sandbox`,
    keys,
    signingAlgorithm: EC,
    notBefore: new Date(now - 60 * DAY),
    notAfter: new Date(now + 3_650 * DAY),
    extensions: [
      new BasicConstraintsExtension(true, 1, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  });
  return { keys, subject: certificate.subject, pem: certificate.toString('pem') };
}

/** Issues a certificate; returns the PEM chain with its authority. */
async function issue(
  authority: Awaited<ReturnType<typeof newAuthority>>,
  keys: webcrypto.CryptoKeyPair,
  from: number,
  until: number,
): Promise<string> {
  const certificate = await X509CertificateGenerator.create({
    subject: 'CN=messageverificationcerts.paypal-sandbox.test, O=paypal-sandbox',
    issuer: authority.subject,
    publicKey: keys.publicKey,
    signingKey: authority.keys.privateKey,
    signingAlgorithm: EC,
    notBefore: new Date(from),
    notAfter: new Date(until),
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    ],
  });
  return `${certificate.toString('pem')}\n${authority.pem}\n`;
}

async function newKeys(algorithm: typeof RSA | typeof EC): Promise<webcrypto.CryptoKeyPair> {
  return (await webcrypto.subtle.generateKey(algorithm, true, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair;
}

const getChainName = (chain: string) =>
  `CERT-${createHash('sha256').update(chain).digest('hex').slice(0, 24)}`;
