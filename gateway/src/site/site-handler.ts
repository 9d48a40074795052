import type { FastifyReply, FastifyRequest } from 'fastify';
import { BUNDLED_SITE_PATH, DomainError, type bundledSiteInfo } from '@ctdb/contracts';
import type { z } from 'zod';
import { vary } from '../edge/compress.js';
import { isReserved, noHandler, pathOf } from '../edge/paths.js';
import { negotiateEncoding } from '../http/accept-encoding.js';
import { matchesEtag } from '../http/preconditions.js';
import type { SecurityHeaders } from '../edge/security-headers.js';
import { missingSitePage } from './missing-site-page.js';
import { isPaymentPage, sendPaymentPage } from './payment-page.js';
import type { SiteFile } from './site-file.js';
import type { ReleaseWatch } from './release-watch.js';
import type { SiteFiles } from './site-files.js';

const IMMUTABLE = 'public, max-age=31536000, immutable';

const acceptsPages = (accept: string | undefined): boolean =>
  accept === undefined || /text\/html|\*\/\*/.test(accept);

/** A path whose last part has an extension names a file, and no screen has such a path. */
const namesFile = (path: string): boolean => path.startsWith('/assets/') || /\.[^/]*$/.test(path);

const sendFile = async (
  file: SiteFile,
  cacheControl: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  reply.headers({ etag: file.etag, 'cache-control': cacheControl });
  if (file.isCompressible) vary(reply, 'Accept-Encoding');
  if (matchesEtag(request.headers['if-none-match'], file.etag)) return reply.code(304).send();
  reply.header('content-type', file.type);
  const encoding = file.isCompressible
    ? negotiateEncoding(request.headers['accept-encoding'])
    : undefined;
  if (!encoding) return reply.send(file.body);
  return reply.header('content-encoding', encoding).send(await file.encoded(encoding));
};

/** For ops, which asks while we may still be waiting for its answer. */
const sendBundle = async (site: SiteFiles, reply: FastifyReply): Promise<FastifyReply> => {
  await site.index();
  const bundle: z.input<typeof bundledSiteInfo> = { id: site.bundleId ?? null };
  return reply.header('cache-control', 'no-store').send(bundle);
};

/** What {@link siteHandler} works with. */
export interface SiteParts {
  readonly site: SiteFiles;
  readonly releases: ReleaseWatch;
  /** Where PayPal's own scripts are used. */
  readonly payments: SecurityHeaders | undefined;
}

/**
 * Answers what no route of the API answers: files of the site, and for every other path its first
 * page, because the browser chooses the screen.
 */
export const siteHandler =
  ({ site, releases, payments }: SiteParts) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = pathOf(request.url);
    if (isReserved(path)) throw noHandler(request.method, path);
    if (path === BUNDLED_SITE_PATH) return sendBundle(site, reply);
    await releases.ready();
    const index = await site.index();
    if (!index) return missingSitePage(reply);
    const isAsset = path.startsWith('/assets/');
    const file = isAsset ? await releases.find(path) : site.get(path);
    if (file && file !== index) {
      return sendFile(file, isAsset ? IMMUTABLE : 'no-cache', request, reply);
    }
    if (!file && (namesFile(path) || !acceptsPages(request.headers.accept))) {
      throw new DomainError('NOT_FOUND', { kind: 'route' });
    }
    if (payments && isPaymentPage(path)) return sendPaymentPage(index, payments, reply);
    return sendFile(index, 'no-cache', request, reply);
  };
