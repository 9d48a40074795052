import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import { ASSET_FOLDER, DomainError, TEMPLATE_FOLDER } from '@ctdb/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentType } from 'mime-types';
import type { GatewayConfig } from '../config.js';
import { VARY_BY_ENCODING } from '../http/compressible-body.js';
import { matchesEtag } from '../http/http-reply.js';
import type { ActiveSite } from '../info/active-site.js';
import { getObject } from '../media/object-storage-client.js';
import { getPath, isReserved, routeNotFound } from '../server/paths.js';
import type { SecurityHeaders, SecurityHeadersFor } from '../server/security-headers.js';
import { negotiatePageLanguage, type PageRenderer } from './page-renderer.js';
import { findRedirect, sendDocument } from './site-documents.js';
import type { SiteFile, SiteStore } from './site-store.js';

const MISSING_SITE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Not available yet</title>
<h1>The pages are not available yet</h1>
<p>The web application has not been built, or WEB_DIST does not point to it. The API is running.</p>
<div lang="kn">
<h1>ಪುಟಗಳು ಇನ್ನೂ ಲಭ್ಯವಿಲ್ಲ</h1>
<p>ಜಾಲತಾಣವನ್ನು ಇನ್ನೂ ನಿರ್ಮಿಸಿಲ್ಲ ಅಥವಾ WEB_DIST ಸರಿಯಾದ ಫೋಲ್ಡರ್ ಅನ್ನು ತೋರಿಸುತ್ತಿಲ್ಲ. API ಕೆಲಸ ಮಾಡುತ್ತಿದೆ.</p>
</div>
</html>
`;

/** What people see while there is no built site. */
const missingSitePage = (reply: FastifyReply): FastifyReply =>
  reply
    .code(503)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '5',
    })
    .send(MISSING_SITE);

/** Screens that take payments. */
const paymentPages: readonly string[] = ['/hourly-access', '/subscribe', '/payment'];

/**
 * Sends a page with a new nonce. PayPal's scripts read the nonce from a `meta` element, and the
 * policy allows scripts with this nonce.
 */
const sendPaymentPage = (page: SiteFile, headers: SecurityHeaders, reply: FastifyReply) => {
  const nonce = randomBytes(16).toString('base64url');
  const meta = `<meta name="csp-nonce" content="${nonce}" />`;
  const html = page.body.toString().replace('</head>', `${meta}</head>`);
  return reply
    .headers({ ...headers.paymentPage(nonce), 'cache-control': 'no-store' })
    .type(page.type)
    .send(html);
};

/** Caches must keep the pages of each language, and of each encoding, apart. */
const VARY_BY_LANGUAGE = `${VARY_BY_ENCODING}, cookie, accept-language`;
/** Not for ever: a later deployment may have another domain. */
const REDIRECT_STATUS = 302;
const IMMUTABLE = 'public, max-age=31536000, immutable';

const acceptsPages = (accept: string | undefined): boolean =>
  accept === undefined || /text\/html|\*\/\*/.test(accept);

/** A path whose last part has an extension names a file, and no screen has such a path. */
const isFilePath = (path: string): boolean => /\.[^/]*$/.test(path);

const sendFile = async (
  file: SiteFile,
  cacheControl: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  reply.headers({ etag: file.etag, 'cache-control': cacheControl });
  if (file.isCompressible && !reply.hasHeader('vary')) reply.header('vary', VARY_BY_ENCODING);
  if (matchesEtag(request.headers['if-none-match'], file.etag)) return reply.code(304).send();
  reply.header('content-type', file.type);
  const { body, headers } = await file.encode(request.headers['accept-encoding']);
  return reply.headers(headers).send(body);
};

/** Sends an asset of another version, of which a page is still open. */
const sendStoredAsset = async (path: string, active: ActiveSite, reply: FastifyReply) => {
  const url = await active.findAsset(path);
  if (url === undefined) throw new DomainError('NOT_FOUND', { kind: 'route' });
  const { body, bytes } = await getObject(url);
  return reply
    .headers({ 'cache-control': IMMUTABLE, 'content-length': bytes })
    .type(contentType(extname(path)) || 'application/octet-stream')
    .send(body);
};

/** What {@link siteHandler} works with. */
export interface SiteHandlerDeps {
  readonly config: GatewayConfig;
  readonly site: SiteStore;
  readonly pages: PageRenderer;
  readonly active: ActiveSite;
  /** Where PayPal's own scripts are used. */
  readonly payments: SecurityHeadersFor | undefined;
}

/**
 * Answers what no route of the API answers: files of the site, and for every other path a page. A
 * site without templates has one page for all, and the browser chooses the screen.
 */
export const siteHandler =
  ({ config, site, pages, active, payments }: SiteHandlerDeps) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = getPath(request.url);
    if (isReserved(path)) throw routeNotFound(request.method, path);
    await active.known();
    const language = negotiatePageLanguage(request);
    const values = { config, site: active.shown, language };
    const index = await site.index();
    if (!index) return missingSitePage(reply);
    const document = sendDocument(path, values, request, reply);
    if (document) return document;
    const isAsset = path.startsWith(ASSET_FOLDER);
    const file = path.startsWith(TEMPLATE_FOLDER) ? undefined : site.get(path);
    if (file && file !== index)
      return sendFile(file, isAsset ? IMMUTABLE : 'no-cache', request, reply);
    if (!file && isAsset) return sendStoredAsset(path, active, reply);
    if (!file && (isFilePath(path) || !acceptsPages(request.headers.accept)))
      throw new DomainError('NOT_FOUND', { kind: 'route' });
    const elsewhere = findRedirect(request, active.shown, config.PUBLIC_ORIGIN);
    if (elsewhere !== undefined)
      return reply.header('cache-control', 'no-store').redirect(elsewhere, REDIRECT_STATUS);
    const page = await pages.render(path, language);
    if (page) reply.header('vary', VARY_BY_LANGUAGE);
    if (payments && paymentPages.includes(path))
      return sendPaymentPage(page ?? index, payments(request), reply);
    return sendFile(page ?? index, 'no-cache', request, reply);
  };
