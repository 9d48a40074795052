import {
  type Locale,
  RELEASE_FILE,
  servedRelease,
  sitemapPaths,
  WEB_MANIFEST,
} from '@ctdb/contracts';
import { texts } from '@ctdb/contracts/texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getPublicOrigin, isLocalInstall } from '../http/same-origin.js';
import type { GatewayConfig } from '../config.js';
import type { ActiveSite } from '../info/active-site.js';
import manifest from './web-manifest.json' with { type: 'json' };

type Shown = ActiveSite['shown'];
type Names = Pick<GatewayConfig, 'PRODUCT_NAME_EN' | 'PRODUCT_NAME_KN'>;
type Asked = Pick<FastifyRequest, 'protocol' | 'host' | 'hostname' | 'url'>;

/** "Color Therapy Database", in a language. */
export const productTitle = (names: Readonly<Record<Locale, string>>, locale: Locale): string =>
  texts[locale].gateway.productTitle.replace('{{name}}', () => names[locale]);

/** The scheme and host of canonical addresses: the deployment's domain, else PUBLIC_ORIGIN, where it is set. */
export const canonicalOrigin = (
  site: Pick<NonNullable<Shown>, 'domain'> | undefined,
  publicOrigin: string | undefined,
): string => (site?.domain === undefined ? (publicOrigin ?? '') : `https://${site.domain}`);

/**
 * The canonical address of a page that was requested under another name; undefined if the name is right. The
 * domain's check must have passed. PUBLIC_ORIGIN stays: mails, passkeys and payment providers name it.
 */
export const findRedirect = (
  { hostname, url }: Pick<Asked, 'hostname' | 'url'>,
  site: Shown,
  publicOrigin: string | undefined,
): string | undefined => {
  if (site?.domain === undefined || !site.isVerified || !url.startsWith('/')) return undefined;
  const own = isLocalInstall(publicOrigin) ? undefined : new URL(publicOrigin ?? '').hostname;
  const isRight = [site.domain, own].includes(hostname.toLowerCase());
  return isRight ? undefined : `https://${site.domain}${url}`;
};

const toManifest = (names: Names, language: Locale, site: Shown): string => {
  const { PRODUCT_NAME_EN: en, PRODUCT_NAME_KN: kn } = names;
  const name = site?.projectName ?? productTitle({ en, kn }, language);
  return JSON.stringify({ name, short_name: name, lang: language, ...manifest });
};

const toSitemap = (origin: string): string => {
  const urls = sitemapPaths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('\n');
  const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${namespace}">\n${urls}\n</urlset>\n`;
};

const toRobots = (origin: string): string =>
  `User-agent: *\nDisallow: /api/\nDisallow: /admin\nAllow: /admin-login\nSitemap: ${origin}/sitemap.xml\n`;

const toRelease = (site: NonNullable<Shown>, { hostname }: Asked): string =>
  JSON.stringify(servedRelease.parse({ ...site, host: hostname.toLowerCase() }));

/** What is made of the active deployment and the settings at each request. */
export interface DocumentValues {
  readonly config: Names & Pick<GatewayConfig, 'PUBLIC_ORIGIN'>;
  readonly site: Shown;
  readonly language: Locale;
}

/** Sends the document at `path`; undefined if it is none of these, and for a release where nothing is deployed. */
export const sendDocument = (
  path: string,
  { config, site, language }: DocumentValues,
  request: Asked,
  reply: FastifyReply,
): FastifyReply | undefined => {
  const publicOrigin = getPublicOrigin(request, config.PUBLIC_ORIGIN);
  const origin = canonicalOrigin(site, publicOrigin);
  const send = (type: string, text: string, cacheControl = 'no-cache') =>
    reply.headers({ 'content-type': type, 'cache-control': cacheControl }).send(text);
  switch (path) {
    case RELEASE_FILE:
      return site && send('application/json; charset=utf-8', toRelease(site, request), 'no-store');
    case WEB_MANIFEST:
      reply.header('vary', 'cookie, accept-language');
      return send('application/manifest+json; charset=utf-8', toManifest(config, language, site));
    case '/sitemap.xml':
      return send('application/xml; charset=utf-8', toSitemap(origin));
    case '/robots.txt':
      return send('text/plain; charset=utf-8', toRobots(origin));
    default:
      return undefined;
  }
};
