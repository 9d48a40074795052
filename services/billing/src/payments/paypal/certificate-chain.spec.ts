import 'reflect-metadata';
import { webcrypto, X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  BasicConstraintsExtension,
  type X509Certificate as Made,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { parsePem, verifyChain, type CertificateTrust } from './certificate-chain.js';

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);
const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2_048,
  publicExponent: new Uint8Array([1, 0, 1]),
};

interface Party {
  made: Made;
  keys: webcrypto.CryptoKeyPair;
}

const newKeys = async (algorithm: typeof EC | typeof RSA) =>
  (await webcrypto.subtle.generateKey(algorithm, true, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair;

const certify = async (
  name: string,
  issuer: Party | undefined,
  { isAuthority = true, days = 100, algorithm = EC as typeof EC | typeof RSA } = {},
): Promise<Party> => {
  const keys = await newKeys(algorithm);
  const made = await X509CertificateGenerator.create({
    subject: `CN=${name}`,
    issuer: issuer?.made.subject ?? `CN=${name}`,
    publicKey: keys.publicKey,
    signingKey: (issuer?.keys ?? keys).privateKey,
    signingAlgorithm: EC,
    notBefore: new Date(START),
    notAfter: new Date(START + days * DAY),
    extensions: [new BasicConstraintsExtension(isAuthority, undefined, true)],
  });
  return { made, keys };
};

const opened = ({ made }: Party) => new X509Certificate(Buffer.from(made.rawData));
const trusting = (root: Party, fetched?: Party): CertificateTrust => ({
  roots: () => Promise.resolve([opened(root)]),
  issuerOf: () => Promise.resolve(fetched && opened(fetched)),
  isSigner: ({ subject }) => subject === 'CN=signer',
});

const signing = { isAuthority: false, algorithm: RSA, days: 50 };
const root = await certify('root', undefined);
const impostor = await certify('root', undefined);
const middle = await certify('middle', root, { days: 70 });
const plain = await certify('middle', root, { isAuthority: false });
const brief = await certify('middle', root, { days: 10 });
const sign = (issuer: Party, name = 'signer', changes = {}) =>
  certify(name, issuer, { ...signing, ...changes });
const signer = await sign(middle);
const of = (chain: Party[], trust = trusting(root)) => verifyChain(chain.map(opened), trust);

it('a chain of certificates gives the key, and the time in which all of it is valid', async () => {
  const found = await of([signer, middle]);
  expect(found).toMatchObject({ from: START, until: START + 50 * DAY });
  expect(found?.key.equals(opened(signer).publicKey)).toBe(true);
  expect((await of([await sign(brief), brief]))?.until).toBe(START + 10 * DAY);
  expect(await of([signer], trusting(root, middle))).toBeDefined();
});

it.each([
  ['without its issuer', [signer], trusting(root)],
  ['with another one in place of its issuer', [signer], trusting(root, root)],
  ['under a root of the same name with another key', [signer, middle], trusting(impostor)],
  ['with a root of its own', [signer, middle, root], trusting(impostor)],
  ['where one that may not certify has certified', [await sign(plain), plain], trusting(root)],
  ['for another name', [await sign(middle, 'other'), middle], trusting(root)],
  [
    'for an authority itself',
    [await sign(middle, 'signer', { isAuthority: true }), middle],
    trusting(root),
  ],
  [
    'for a key of another kind',
    [await sign(middle, 'signer', { algorithm: EC }), middle],
    trusting(root),
  ],
  ['that is empty', [], trusting(root)],
])('a chain of certificates is nothing %s', async (_what, chain, trust) => {
  expect(await of(chain, trust)).toBeUndefined();
});

it('certificates are found in a text, whatever is around them', () => {
  const pem = root.made.toString('pem');
  expect(parsePem(Buffer.from(`Subject: root\n${pem}\nnoise\n${pem}`))).toHaveLength(2);
  expect(parsePem(Buffer.from('nothing'))).toEqual([]);
});
