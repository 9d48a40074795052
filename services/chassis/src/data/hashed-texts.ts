import { createHash } from 'node:crypto';
import type { Types } from 'mongoose';

const LENGTH = 10;

/**
 * A test of whether a field holds the text that a former version stored there, for migrations: only
 * short hashes of those texts are kept.
 * @param hashes the first ten characters of each SHA-256 (base64url) of id, field and text, joined
 */
export const hashedTexts = (hashes: string) => {
  const known = new Set(hashes.match(new RegExp(`.{${LENGTH}}`, 'g')));
  return (id: Types.ObjectId, field: string, text: string): boolean => {
    const hash = createHash('sha256').update(`${id.toHexString()} ${field} ${text}`);
    return known.has(hash.digest('base64url').slice(0, LENGTH));
  };
};
