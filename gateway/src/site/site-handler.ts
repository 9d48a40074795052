import { BUNDLED_SITE_PATH, type bundledSiteInfo, DomainError } from '@ctdb/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { VARY_BY_ENCODING } from '../http/compressible-body.js';
import { matchesEtag } from '../http/preconditions.js';
import { isReserved, routeNotFound, getPath } from '../server/paths.js';
import type { SecurityHeaders } from '../server/security-headers.js';
import type { ActiveReleasePoller } from './active-release-poller.js';
import { missingSitePage } from './missing-site-page.js';
import { isPaymentPage, sendPaymentPage } from './payment-page.js';
import type { SiteFile } from './site-file.js';
import type { SiteStore } from './site-store.js';

const IMMUTABLE = 'public, max-age=31536000, immutable';

const acceptsPages = (accept: string | undefined): boolean =>
  accept === undefined || /text\/html|\*\/\*/.test(accept);

/** A path whose last part has an extension names a file, and no screen has such a path. */
const isFilePath = (path: string): boolean => path.startsWith('/assets/') || /\.[^/]*$/.test(path);

const sendFile = async (
  file: SiteFile,
  cacheControl: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  reply.headers({ etag: file.etag, 'cache-control': cacheControl });
  if (file.isCompressible) reply.header('vary', VARY_BY_ENCODING);
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
  readonly releases: ActiveReleasePoller;
  /** Where PayPal's own scripts are used. */
  readonly payments: SecurityHeaders | undefined;
}

/**
 * Answers what no route of the API answers: files of the site, and for every other path its first
 * page, because the browser chooses the screen.
 */
export const siteHandler =
  ({ site, releases, payments }: SiteHandlerDeps) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = getPath(request.url);
    if (isReserved(path)) throw routeNotFound(request.method, path);
    if (path === BUNDLED_SITE_PATH) return sendBundledSiteId(site, reply);
    await releases.ready();
    const index = await site.index();
    if (!index) return missingSitePage(reply);
    const isAsset = path.startsWith('/assets/');
    const file = isAsset ? await releases.find(path) : site.get(path);
    if (file && file !== index) {
      return sendFile(file, isAsset ? IMMUTABLE : 'no-cache', request, reply);
    }
    if (!file && (isFilePath(path) || !acceptsPages(request.headers.accept))) {
      throw new DomainError('NOT_FOUND', { kind: 'route' });
    }
    if (payments && isPaymentPage(path)) return sendPaymentPage(index, payments, reply);
    return sendFile(index, 'no-cache', request, reply);
  };
