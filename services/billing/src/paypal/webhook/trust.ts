import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { parsePem, type Trust } from './chain.js';
import { download } from './download.js';

/** Hosts on which PayPal's certificate authorities publish their certificates; no others are called. */
const ISSUER_ADDRESS = /URI:(http:\/\/[a-z0-9.-]+\.digicert\.com\/[A-Za-z0-9._-]+)/;

/** Trusts certificates of public authorities with a PayPal name. */
export const publicTrust = (): Trust => {
  let roots: X509Certificate[] | undefined;
  return {
    roots: () =>
      Promise.resolve((roots ??= rootCertificates.map((pem) => new X509Certificate(pem)))),
    issuerOf: async ({ infoAccess }) => {
      const address = ISSUER_ADDRESS.exec(infoAccess ?? '')?.[1];
      const bytes = address === undefined ? undefined : await download(address);
      // Any content is safe, because the chain must be signed by a root.
      return bytes && parseCertificate(bytes);
    },
    isSigner: ({ subject }) => /^CN=([a-z0-9-]+\.)+paypal\.com$/m.test(subject),
  };
};

/** Trusts certificates of the simulator's own authority. */
export const standInTrust = (baseUrl: string): Trust => {
  let roots: Promise<X509Certificate[]> | undefined;
  const fetchRoots = async () => {
    const bytes = await download(`${baseUrl}/v1/notifications/certs/CA`);
    return parsePem(bytes?.toString('latin1') ?? '');
  };
  return {
    roots: () => {
      roots ??= fetchRoots().catch((error: unknown) => {
        roots = undefined;
        throw error;
      });
      return roots;
    },
    issuerOf: () => Promise.resolve(undefined),
    isSigner: () => true,
  };
};

const parseCertificate = (bytes: Buffer): X509Certificate | undefined => {
  try {
    return new X509Certificate(bytes);
  } catch {
    return undefined;
  }
};
