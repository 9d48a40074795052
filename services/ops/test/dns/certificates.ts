// The certificates' package needs it.
import 'reflect-metadata';
import { KeyObject, webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  type Extension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
  type X509Certificate,
} from '@peculiar/x509';

const DAY_MS = 86_400_000;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** A certificate with its private key, as PEM. */
export interface Identity {
  readonly cert: string;
  readonly key: string;
}

/** What a certificate is to say. */
export interface Wish {
  readonly names: readonly string[];
  /** Days from now; below 0: before. */
  readonly from?: number;
  readonly to?: number;
}

const newKeys = async () =>
  (await webcrypto.subtle.generateKey(ALGORITHM, true, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair;

const validity = ({ from = -1, to = 60 }: Partial<Wish>) => ({
  // Half an hour more: whole days stay whole while a test runs.
  notBefore: new Date(Date.now() + from * DAY_MS),
  notAfter: new Date(Date.now() + to * DAY_MS + DAY_MS / 48),
});

interface Issuer {
  readonly certificate: X509Certificate;
  readonly keys: webcrypto.CryptoKeyPair;
}

/** Without an issuer the certificate vouches for itself. */
const generate = async (
  commonName: string,
  period: Partial<Wish>,
  extensions: Extension[],
  issuer?: Issuer,
): Promise<Issuer> => {
  const keys = await newKeys();
  const name = `CN=${commonName}`;
  const common = { signingAlgorithm: ALGORITHM, ...validity(period), extensions };
  const certificate = issuer
    ? await X509CertificateGenerator.create({
        ...{ ...common, subject: name, issuer: issuer.certificate.subject },
        ...{ publicKey: keys.publicKey, signingKey: issuer.keys.privateKey },
      })
    : await X509CertificateGenerator.createSelfSigned({ ...common, name, keys });
  return { certificate, keys };
};

const identity = async (wish: Wish, issuer?: Issuer): Promise<Identity> => {
  const names = wish.names.map((value) => ({ type: 'dns' as const, value }));
  const extensions = [new SubjectAlternativeNameExtension(names)];
  const { certificate, keys } = await generate(wish.names[0] ?? '', wish, extensions, issuer);
  const key = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' });
  return { cert: certificate.toString('pem'), key: key.toString() };
};

/** A certificate that vouches for itself. */
export const selfSigned = (wish: Wish): Promise<Identity> => identity(wish);

/** An authority that issues certificates. */
export class Authority {
  private constructor(private readonly own: Issuer) {}

  static async named(name: string): Promise<Authority> {
    const extensions = [new BasicConstraintsExtension(true, undefined, true)];
    return new Authority(await generate(name, { from: -100, to: 1_000 }, extensions));
  }

  get pem(): string {
    return this.own.certificate.toString('pem');
  }

  issue(wish: Wish): Promise<Identity> {
    return identity(wish, this.own);
  }
}
