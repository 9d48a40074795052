import {
  ASSET_FOLDER,
  BUNDLED_SITE_PATH,
  type bundledSiteInfo,
  DomainError,
  TEMPLATE_FOLDER,
} from '@ctdb/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { VARY_BY_ENCODING } from '../http/compressible-body.js';
import { matchesEtag } from '../http/preconditions.js';
import { isReserved, routeNotFound, getPath } from '../server/paths.js';
import type { SecurityHeadersFor } from '../server/security-headers.js';
import type { ActiveReleasePoller } from './active-release-poller.js';
import { missingSitePage } from './missing-site-page.js';
import { negotiatePageLanguage, type PageRenderer } from './page-renderer.js';
import { isPaymentPage, sendPaymentPage } from './payment-page.js';
import type { SiteFile } from './site-file.js';
import type { SiteStore } from './site-store.js';

/** Caches must keep the pages of each language, and of each encoding, apart. */
const VARY_BY_LANGUAGE = `${VARY_BY_ENCODING}, cookie, accept-language`;
const IMMUTABLE = 'public, max-age=31536000, immutable';

const acceptsPages = (accept: string | undefined): boolean =>
  accept === undefined || /text\/html|\*\/\*/.test(accept);

/** A path whose last part has an extension names a file, and no screen has such a path. */
const isFilePath = (path: string): boolean =>
  path.startsWith(ASSET_FOLDER) || /\.[^/]*$/.test(path);

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

/** For ops, which asks while we may still be waiting for its answer. */
const sendBundledSiteId = async (site: SiteStore, reply: FastifyReply): Promise<FastifyReply> => {
  await site.index();
  const bundle: z.input<typeof bundledSiteInfo> = { id: site.bundledSiteId ?? null };
  return reply.header('cache-control', 'no-store').send(bundle);
};

/** What {@link siteHandler} works with. */
export interface SiteHandlerDeps {
  readonly site: SiteStore;
  readonly pages: PageRenderer;
  readonly releases: ActiveReleasePoller;
  /** Where PayPal's own scripts are used. */
  readonly payments: SecurityHeadersFor | undefined;
}

/**
 * Answers what no route of the API answers: files of the site, and for every other path a page. A
 * site without templates has one page for all, and the browser chooses the screen.
 */
export const siteHandler =
  ({ site, pages, releases, payments }: SiteHandlerDeps) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = getPath(request.url);
    if (isReserved(path)) throw routeNotFound(request.method, path);
    if (path === BUNDLED_SITE_PATH) return sendBundledSiteId(site, reply);
    await releases.ready();
    const index = await site.index();
    if (!index) return missingSitePage(reply);
    const isAsset = path.startsWith(ASSET_FOLDER);
    const isTemplate = path.startsWith(TEMPLATE_FOLDER);
    const file = isAsset ? await releases.find(path) : isTemplate ? undefined : site.get(path);
    if (file && file !== index) {
      return sendFile(file, isAsset ? IMMUTABLE : 'no-cache', request, reply);
    }
    if (!file && (isFilePath(path) || !acceptsPages(request.headers.accept))) {
      throw new DomainError('NOT_FOUND', { kind: 'route' });
    }
    const page = await pages.render(path, negotiatePageLanguage(request));
    if (page) reply.header('vary', VARY_BY_LANGUAGE);
    if (payments && isPaymentPage(path))
      return sendPaymentPage(page ?? index, payments(request), reply);
    return sendFile(page ?? index, 'no-cache', request, reply);
  };
