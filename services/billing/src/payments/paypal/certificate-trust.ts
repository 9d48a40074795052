import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { ProviderUnavailableError } from '../payment-provider.js';
import { parseCertificate, parsePem, type CertificateTrust } from './certificate-chain.js';
import { readLimited } from '../fetch-json.js';
import type { PaypalConfig } from './paypal.config.js';

const DOWNLOAD_TIMEOUT_MS = 8_000;
const MAX_BYTES = 65_536;

/** Downloads a small file; undefined if absent. Throws {@link ProviderUnavailableError} without an answer. */
export const downloadCertificate = async (address: string): Promise<Buffer | undefined> => {
  try {
    const signal = AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS);
    const response = await fetch(address, { signal, redirect: 'error' });
    const bytes = await readLimited(response, MAX_BYTES);
    if (response.status >= 500) throw new Error(`status ${response.status}`);
    return response.ok ? bytes : undefined;
  } catch (cause) {
    throw new ProviderUnavailableError('a certificate could not be fetched', { cause });
  }
};

const PATH = /^\/v1\/notifications\/certs\/[A-Za-z0-9-]{1,100}$/;
const hosts = {
  live: ['api.paypal.com', 'api-m.paypal.com'],
  sandbox: ['api.sandbox.paypal.com', 'api-m.sandbox.paypal.com'],
} as const;

/**
 * Whether a certificate may be downloaded from the URL: only PayPal's own hosts over https, or
 * exactly the simulator. An attacker could control any other host.
 */
export const isCertificateUrl = (
  address: string,
  { mode, baseUrl }: Pick<PaypalConfig, 'mode' | 'baseUrl'>,
): boolean => {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  // The parsed URL must equal the text: no escapes, no userinfo, no port, no query.
  if (url.href !== address || !PATH.test(url.pathname)) return false;
  if (mode === 'test') return address === `${baseUrl}${url.pathname}`;
  return hosts[mode].some((host) => address === `https://${host}${url.pathname}`);
};

/** Hosts on which PayPal's certificate authorities publish their certificates; no others are called. */
const ISSUER_ADDRESS = /URI:(http:\/\/[a-z0-9.-]+\.digicert\.com\/[A-Za-z0-9._-]+)/;

/** Trusts certificates of public authorities with a PayPal name. */
export const publicTrust = (): CertificateTrust => {
  let roots: X509Certificate[] | undefined;
  return {
    roots: () =>
      Promise.resolve((roots ??= rootCertificates.map((pem) => new X509Certificate(pem)))),
    issuerOf: async ({ infoAccess }) => {
      const address = ISSUER_ADDRESS.exec(infoAccess ?? '')?.[1];
      const bytes = address === undefined ? undefined : await downloadCertificate(address);
      // Any content is safe, because the chain must be signed by a root.
      return bytes && parseCertificate(bytes);
    },
    isSigner: ({ subject }) => /^CN=([a-z0-9-]+\.)+paypal\.com$/m.test(subject),
  };
};

/** Trusts certificates of the simulator's own authority. */
export const simulatorTrust = (baseUrl: string): CertificateTrust => {
  let roots: Promise<X509Certificate[]> | undefined;
  const fetchRoots = async () => {
    const bytes = await downloadCertificate(`${baseUrl}/v1/notifications/certs/CA`);
    return bytes ? parsePem(bytes) : [];
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
