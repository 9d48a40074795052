import { DomainError } from '@ctdb/contracts';
import type { FastifyRequest } from 'fastify';

/**
 * Throws `FOREIGN_ORIGIN` unless the browser says that the request comes from our own pages:
 * `Sec-Fetch-Site: same-origin`, or an `Origin` that is ours. Ours is PUBLIC_ORIGIN; without it, the
 * scheme and host that the request itself was sent to (an attacker's page names its own origin, and
 * a name of his that leads to our address gets no cookies of ours).
 */
export const requireOwnOrigin = (
  request: FastifyRequest,
  publicOrigin: string | undefined,
): void => {
  const { headers } = request;
  if (headers['sec-fetch-site'] === 'same-origin') return;
  const own = publicOrigin ?? `${request.protocol}://${request.host}`;
  if (headers.origin === undefined || headers.origin !== own) {
    throw new DomainError('FOREIGN_ORIGIN');
  }
};
