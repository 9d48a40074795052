import { type KeyObject, X509Certificate } from 'node:crypto';

/** Trusted roots and signers. */
export interface CertificateTrust {
  roots(): Promise<readonly X509Certificate[]>;
  /** Downloads the issuer of a certificate that the chain omits. */
  issuerOf(certificate: X509Certificate): Promise<X509Certificate | undefined>;
  /** Whether the certificate's subject may sign webhooks. */
  isSigner(certificate: X509Certificate): boolean;
}

/** A verified signing key and its validity in milliseconds since the epoch. */
export interface SigningKey {
  key: KeyObject;
  from: number;
  until: number;
}

const MAX_CHAIN_LENGTH = 6;
const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/** The certificate in DER or PEM; undefined for anything else. */
export const parseCertificate = (bytes: Buffer | string): X509Certificate | undefined => {
  try {
    return new X509Certificate(bytes);
  } catch {
    return undefined;
  }
};

/** The certificates in a PEM file. */
export const parsePem = (file: Buffer): X509Certificate[] =>
  (file.toString('latin1').match(PEM) ?? [])
    .slice(0, MAX_CHAIN_LENGTH)
    .flatMap((pem) => parseCertificate(pem) ?? []);

/**
 * The key of the first certificate, if a chain of valid signatures leads from it to a root; undefined
 * otherwise. The validity is the period in which the whole chain is valid.
 */
export const verifyChain = async (
  chain: readonly X509Certificate[],
  trust: CertificateTrust,
): Promise<SigningKey | undefined> => {
  const [leaf] = chain;
  if (leaf === undefined || leaf.ca || !trust.isSigner(leaf)) return undefined;
  if (leaf.publicKey.asymmetricKeyType !== 'rsa') return undefined;
  const roots = await trust.roots();
  const found = [leaf];
  while (found.length <= MAX_CHAIN_LENGTH) {
    const last = found.at(-1) ?? leaf;
    const root = roots.find((one) => isIssuer(one, last));
    if (root !== undefined) return toSigningKey(leaf.publicKey, [...found, root]);
    const next =
      chain.find((one) => !found.includes(one) && isIssuer(one, last)) ??
      (await trust.issuerOf(last));
    if (next === undefined || !isIssuer(next, last)) return undefined;
    found.push(next);
  }
  return undefined;
};

const isIssuer = (issuer: X509Certificate, certificate: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

const toSigningKey = (key: KeyObject, chain: readonly X509Certificate[]): SigningKey => ({
  key,
  from: Math.max(...chain.map(({ validFromDate }) => validFromDate.getTime())),
  until: Math.min(...chain.map(({ validToDate }) => validToDate.getTime())),
});
