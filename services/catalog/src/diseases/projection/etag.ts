import { createHash } from 'node:crypto';

/**
 * Opaque tag of a list answer. It depends on the registry's tag and on what was asked, on nothing of
 * this process, so that every replica gives the same one.
 */
export const listEtag = (registryTag: string, query: readonly unknown[]): string => {
  const asked = createHash('sha256').update(JSON.stringify(query)).digest('base64url').slice(0, 16);
  return `${registryTag}.${asked}`;
};

/** Whether an `If-None-Match` value (bare tag, quoted, weak, or a list) names `etag`. */
export const etagMatches = (known: string | undefined, etag: string): boolean =>
  (known ?? '')
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '').replace(/^"|"$/g, '') === etag);
