import { DomainError } from '@ctdb/contracts';
import type { FastifyRequest } from 'fastify';

const isLoopback = (origin: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(origin).hostname);

type AddressedRequest = Pick<FastifyRequest, 'headers' | 'protocol' | 'host'>;

/** Whether the product has no public origin but the one that each request was sent to. */
export const isLocalInstall = (publicOrigin: string | undefined): boolean =>
  publicOrigin === undefined || isLoopback(publicOrigin);

/** Whether the browser has sent the request over https, to us or to a proxy in front of us. */
export const isHttps = (
  { protocol }: Pick<FastifyRequest, 'protocol'>,
  publicOrigin: string | undefined,
): boolean => protocol === 'https' || (publicOrigin?.startsWith('https:') ?? false);

/**
 * The origin under which the browser has found us: PUBLIC_ORIGIN, or, where {@link requireSameOrigin}
 * would accept it, the address that the request was sent to.
 */
export const getPublicOrigin = (
  { protocol, host }: Pick<AddressedRequest, 'protocol' | 'host'>,
  publicOrigin: string | undefined,
): string => {
  const asked = `${protocol}://${host}`;
  if (publicOrigin !== undefined && !isLocalInstall(publicOrigin)) return publicOrigin;
  return URL.canParse(asked) ? new URL(asked).origin : (publicOrigin ?? 'http://localhost');
};

/**
 * Whether `origin` is ours: PUBLIC_ORIGIN. Where that is not set, or names this machine alone, the
 * scheme and host that the request itself was sent to are ours as well: an attacker's page names its
 * own origin, and a name of his that leads to our address gets no cookies of ours.
 */
const isOwnOrigin = (
  origin: string,
  { protocol, host }: Pick<AddressedRequest, 'protocol' | 'host'>,
  publicOrigin: string | undefined,
): boolean =>
  origin === publicOrigin || (isLocalInstall(publicOrigin) && origin === `${protocol}://${host}`);

/**
 * Throws `FOREIGN_ORIGIN` unless the browser says that the request comes from our own pages:
 * `Sec-Fetch-Site: same-origin`, or an `Origin` that is ours.
 */
export const requireSameOrigin = (request: AddressedRequest, publicOrigin: string | undefined) => {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site === 'same-origin') return;
  if (origin === undefined || !isOwnOrigin(origin, request, publicOrigin))
    throw new DomainError('FOREIGN_ORIGIN');
};

/**
 * Whether the browser says that a GET comes from our own pages. It has no `Origin`; without https it
 * has no `Sec-Fetch-Site` either, but the address of the page.
 */
export const isOwnPageGet = (request: AddressedRequest, publicOrigin: string | undefined) => {
  const { referer = '', 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  return URL.canParse(referer) && isOwnOrigin(new URL(referer).origin, request, publicOrigin);
};
