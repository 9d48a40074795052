import { DomainError } from '@ctdb/contracts';
import type { FastifyRequest } from 'fastify';

const isLoopback = (origin: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(origin).hostname);

/**
 * Throws `FOREIGN_ORIGIN` unless the browser says that the request comes from our own pages:
 * `Sec-Fetch-Site: same-origin`, or an `Origin` that is ours. Ours is PUBLIC_ORIGIN. Where that is
 * not set, or names this machine alone, the scheme and host that the request itself was sent to are
 * ours as well: an attacker's page names its own origin, and a name of his that leads to our address
 * gets no cookies of ours.
 */
export const requireOwnOrigin = (
  { headers, protocol, host }: Pick<FastifyRequest, 'headers' | 'protocol' | 'host'>,
  publicOrigin: string | undefined,
): void => {
  if (headers['sec-fetch-site'] === 'same-origin') return;
  const { origin } = headers;
  const isLocal = publicOrigin === undefined || isLoopback(publicOrigin);
  const isOwn = origin === publicOrigin || (isLocal && origin === `${protocol}://${host}`);
  if (origin === undefined || !isOwn) throw new DomainError('FOREIGN_ORIGIN');
};
