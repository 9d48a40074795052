// The certificates' package needs it.
import 'reflect-metadata';
import { KeyObject, webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
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

const pemOf = (key: webcrypto.CryptoKey): string =>
  KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }).toString();

const alternatives = (names: readonly string[]) =>
  new SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns' as const, value })));

const validity = ({ from = -1, to = 60 }: Partial<Wish>) => ({
  // Half an hour more: whole days stay whole while a test runs.
  notBefore: new Date(Date.now() + from * DAY_MS),
  notAfter: new Date(Date.now() + to * DAY_MS + DAY_MS / 48),
});

/** A certificate that vouches for itself. */
export const selfSigned = async (wish: Wish): Promise<Identity> => {
  const keys = await newKeys();
  const made = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${wish.names[0] ?? ''}`,
    keys,
    signingAlgorithm: ALGORITHM,
    ...validity(wish),
    extensions: [alternatives(wish.names)],
  });
  return { cert: made.toString('pem'), key: pemOf(keys.privateKey) };
};

/** An authority that issues certificates. */
export class Authority {
  private constructor(
    private readonly made: X509Certificate,
    private readonly keys: webcrypto.CryptoKeyPair,
  ) {}

  static async named(name: string): Promise<Authority> {
    const keys = await newKeys();
    const made = await X509CertificateGenerator.createSelfSigned({
      name: `CN=${name}`,
      keys,
      signingAlgorithm: ALGORITHM,
      ...validity({ from: -100, to: 1_000 }),
      extensions: [new BasicConstraintsExtension(true, undefined, true)],
    });
    return new Authority(made, keys);
  }

  get pem(): string {
    return this.made.toString('pem');
  }

  async issue(wish: Wish): Promise<Identity> {
    const keys = await newKeys();
    const made = await X509CertificateGenerator.create({
      subject: `CN=${wish.names[0] ?? ''}`,
      issuer: this.made.subject,
      publicKey: keys.publicKey,
      signingKey: this.keys.privateKey,
      signingAlgorithm: ALGORITHM,
      ...validity(wish),
      extensions: [alternatives(wish.names)],
    });
    return { cert: made.toString('pem'), key: pemOf(keys.privateKey) };
  }
}
