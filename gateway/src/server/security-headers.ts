import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { isHttps } from '../http/same-origin.js';
import type { GatewayConfig } from '../config.js';
import type { Headers } from '../http/http-reply.js';
import policies from './security-policies.json' with { type: 'json' };

type Directives = Record<string, string[]>;

const pagePolicy = (isSecure: boolean): Directives => ({
  ...policies.page,
  ...(isSecure ? { upgradeInsecureRequests: [] } : {}),
});

/**
 * Allows what PayPal's buttons and Google Pay need (the best practices of PayPal's JavaScript SDK list it); `nonce`
 * is for the scripts that they write into the page.
 */
const paymentPolicy = (isSecure: boolean, nonce: string): Directives => {
  const policy = pagePolicy(isSecure);
  for (const [name, hosts] of Object.entries(policies.paymentPageToo)) {
    const nonces = name === 'scriptSrc' ? [`'nonce-${nonce}'`] : [];
    policy[name] = [...(policy[name] ?? []), ...nonces, ...hosts];
  }
  return policy;
};

type HstsOptions = HelmetOptions['strictTransportSecurity'];

const toHelmetOptions = (directives: Directives, hsts: HstsOptions): HelmetOptions => ({
  contentSecurityPolicy: { useDefaults: false, directives },
  crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  strictTransportSecurity: hsts,
  xFrameOptions: { action: 'deny' },
  // Only browsers that are no longer in use read these.
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

const permissionsPolicy = policies.deniedFeatures.map((feature) => `${feature}=()`).join(', ');

// Helmet's headers do not depend on the request, so it is asked once and not for every answer.
const renderHeaders = (helmetOptions: HelmetOptions): Headers => {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(helmetOptions)(request, response, () => undefined);
  return { ...(response.getHeaders() as Headers), 'permissions-policy': permissionsPolicy };
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

/** The security headers of the answer to a request. */
export type SecurityHeadersFor = (request: Pick<FastifyRequest, 'protocol'>) => SecurityHeaders;

/** The security headers of this installation; those of https wherever a request came over it. */
export const securityHeaders = ({
  PUBLIC_ORIGIN,
  HSTS_INCLUDE_SUBDOMAINS: includeSubDomains,
}: Pick<GatewayConfig, 'PUBLIC_ORIGIN' | 'HSTS_INCLUDE_SUBDOMAINS'>): SecurityHeadersFor => {
  const headersFor = (isSecure: boolean): SecurityHeaders => {
    const hsts = isSecure && { maxAge: 31_536_000, includeSubDomains };
    const render = (directives: Directives) => renderHeaders(toHelmetOptions(directives, hsts));
    return {
      page: render(pagePolicy(isSecure)),
      paymentPage: (nonce) => render(paymentPolicy(isSecure, nonce)),
      api: render(policies.api),
    };
  };
  const [plain, secure] = [headersFor(false), headersFor(true)];
  return (request) => (isHttps(request, PUBLIC_ORIGIN) ? secure : plain);
};
