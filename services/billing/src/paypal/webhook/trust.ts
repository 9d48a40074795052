import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { parsePem, type Trust } from './chain.js';
import { download } from './download.js';

/** Where authorities that PayPal's certificates come from publish their own: the only hosts that are asked. */
const ISSUER_ADDRESS = /URI:(http:\/\/[a-z0-9.-]+\.digicert\.com\/[A-Za-z0-9._-]+)/;

/** PayPal's signers: certified by a public authority under a name of PayPal's. */
export const publicTrust = (): Trust => {
  let roots: X509Certificate[] | undefined;
  return {
    roots: () =>
      Promise.resolve((roots ??= rootCertificates.map((pem) => new X509Certificate(pem)))),
    issuerOf: async ({ infoAccess }) => {
      const address = ISSUER_ADDRESS.exec(infoAccess ?? '')?.[1];
      const bytes = address === undefined ? undefined : await download(address);
      // Whatever it is: it is believed only as far as a root has signed it.
      return bytes && parseCertificate(bytes);
    },
    isSigner: ({ subject }) => /^CN=([a-z0-9-]+\.)+paypal\.com$/m.test(subject),
  };
};

/** The stand-in's signers: certified by its own authority. */
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
