import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { SecurityHeaders } from '../server/security-headers.js';
import type { SiteFile } from './site-file.js';

const paths: readonly string[] = ['/hourly-access', '/subscribe', '/payment'];

/** Whether the screen at `path` takes payments. */
export const isPaymentPage = (path: string): boolean => paths.includes(path);

/**
 * Sends a page with a new nonce. PayPal's scripts read the nonce from a `meta` element, and the
 * policy allows scripts with this nonce.
 */
export const sendPaymentPage = (
  page: SiteFile,
  headers: SecurityHeaders,
  reply: FastifyReply,
): FastifyReply => {
  const nonce = randomBytes(16).toString('base64url');
  const meta = `<meta name="csp-nonce" content="${nonce}" />`;
  const html = page.body.toString().replace('</head>', `${meta}</head>`);
  return reply
    .headers({ ...headers.paymentPage(nonce), 'cache-control': 'no-store' })
    .type(page.type)
    .send(html);
};
