import 'reflect-metadata';
import { webcrypto, X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
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

describe('a chain of certificates', () => {
  let root: Party;
  let middle: Party;
  let signer: Party;
  const signing = { isAuthority: false, algorithm: RSA, days: 50 };

  beforeAll(async () => {
    root = await certify('root', undefined);
    middle = await certify('middle', root, { days: 70 });
    signer = await certify('signer', middle, signing);
  });

  const of = (chain: Party[], trust: CertificateTrust) => verifyChain(chain.map(opened), trust);

  it('that leads to a root gives the key, and the time in which all of it is valid', async () => {
    const found = await of([signer, middle], trusting(root));
    expect(found?.from).toBe(START);
    expect(found?.until).toBe(START + 50 * DAY);
    expect(found?.key.equals(opened(signer).publicKey)).toBe(true);
    const brief = await certify('middle', root, { days: 10 });
    const under = await certify('signer', brief, signing);
    expect((await of([under, brief], trusting(root)))?.until).toBe(START + 10 * DAY);
  });

  it('is completed with the issuer that it leaves out', async () => {
    expect(await of([signer], trusting(root))).toBeUndefined();
    expect(await of([signer], trusting(root, middle))).toBeDefined();
    expect(await of([signer], trusting(root, root))).toBeUndefined();
  });

  it('is nothing under a root of the same name with another key', async () => {
    const impostor = await certify('root', undefined);
    expect(await of([signer, middle], trusting(impostor))).toBeUndefined();
    expect(await of([signer, middle, root], trusting(impostor))).toBeUndefined();
  });

  it('is nothing where one that may not certify has certified', async () => {
    const plain = await certify('middle', root, { isAuthority: false });
    const under = await certify('signer', plain, signing);
    expect(await of([under, plain], trusting(root))).toBeUndefined();
  });

  it('is nothing for another name, an authority itself, or a key of another kind', async () => {
    const other = await certify('other', middle, signing);
    const authority = await certify('signer', middle, { ...signing, isAuthority: true });
    const curve = await certify('signer', middle, { ...signing, algorithm: EC });
    for (const one of [other, authority, curve]) {
      expect(await of([one, middle], trusting(root))).toBeUndefined();
    }
    expect(await of([], trusting(root))).toBeUndefined();
  });
});

it('certificates are found in a text, whatever is around them', async () => {
  const party = await certify('root', undefined);
  const text = `Subject: root\n${party.made.toString('pem')}\nnoise\n${party.made.toString('pem')}`;
  expect(parsePem(Buffer.from(text))).toHaveLength(2);
  expect(parsePem(Buffer.from('nothing'))).toEqual([]);
});
