import type { PaypalConfig } from '../paypal.config.js';

const PATH = /^\/v1\/notifications\/certs\/[A-Za-z0-9-]{1,100}$/;
const hosts = {
  live: ['api.paypal.com', 'api-m.paypal.com'],
  sandbox: ['api.sandbox.paypal.com', 'api-m.sandbox.paypal.com'],
} as const;

/**
 * Whether a certificate may be downloaded from the URL: only PayPal's own hosts over https, or
 * exactly the simulator. An attacker could control any other host.
 */
export const isCertificateAddress = (
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
