import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';
import type { Headers } from '../http/http-reply.js';

type Directives = Record<string, string[]>;

const none = ["'none'"];
const self = ["'self'"];

const denyAllPolicy: Directives = {
  defaultSrc: none,
  baseUri: none,
  formAction: none,
  frameAncestors: none,
};

const pagePolicy = (isHttps: boolean): Directives => ({
  ...denyAllPolicy,
  scriptSrc: self,
  scriptSrcAttr: none,
  styleSrc: self,
  imgSrc: [...self, 'data:', 'blob:'],
  fontSrc: self,
  connectSrc: self,
  manifestSrc: self,
  formAction: self,
  ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
});

// PayPal's own list, and Google Pay's; see the best practices of PayPal's JavaScript SDK.
const paypal = ['https://*.paypal.com', 'https://*.paypalobjects.com'];
const googlePay = ['https://pay.google.com'];

/** What PayPal's buttons and Google Pay need; `nonce` is for the scripts that they write into the page. */
const paymentPolicy = (isHttps: boolean, nonce: string): Directives => {
  const page = pagePolicy(isHttps);
  const frames = [...paypal, ...googlePay];
  return {
    ...page,
    scriptSrc: [...self, `'nonce-${nonce}'`, ...paypal, ...googlePay],
    styleSrc: [...self, "'unsafe-inline'", ...paypal],
    imgSrc: [...(page['imgSrc'] ?? []), ...paypal, 'https://www.gstatic.com'],
    connectSrc: [...self, ...paypal, ...googlePay, 'https://google.com/pay'],
    frameSrc: frames,
    childSrc: frames,
  };
};

const toHelmetOptions = (directives: Directives, isHttps: boolean): HelmetOptions => ({
  contentSecurityPolicy: { useDefaults: false, directives },
  crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  strictTransportSecurity: isHttps && { maxAge: 31_536_000, includeSubDomains: false },
  xFrameOptions: { action: 'deny' },
  // Only browsers that are no longer in use read these.
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

const permissionsPolicy = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

// Helmet's headers do not depend on the request, so it is asked once and not for every answer.
const renderHeaders = (helmetOptions: HelmetOptions): Headers => {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  helmet(helmetOptions)(
    {} as IncomingMessage,
    response as unknown as ServerResponse,
    () => undefined,
  );
  return { ...headers, 'permissions-policy': permissionsPolicy };
};

/** Security headers by kind of answer. */
export interface SecurityHeaders {
  /** Pages and their assets: our own scripts, styles, fonts and calls, nothing else. */
  readonly page: Headers;
  /** Pages that take payments by PayPal's own scripts: as `page`, with PayPal and Google Pay. */
  readonly paymentPage: (nonce: string) => Headers;
  /** Answers of the API: nothing may be loaded or run from them. */
  readonly api: Headers;
}

/** The security headers of an installation that browsers find under `publicOrigin`. */
export const securityHeaders = (publicOrigin: string | undefined): SecurityHeaders => {
  const isHttps = publicOrigin?.startsWith('https:') ?? false;
  return {
    page: renderHeaders(toHelmetOptions(pagePolicy(isHttps), isHttps)),
    paymentPage: (nonce) => renderHeaders(toHelmetOptions(paymentPolicy(isHttps, nonce), isHttps)),
    api: renderHeaders(toHelmetOptions(denyAllPolicy, isHttps)),
  };
};
