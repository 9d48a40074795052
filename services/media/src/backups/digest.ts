import { createHash } from 'node:crypto';

export interface Digest {
  /** In hex. */
  sha256: string;
  bytes: number;
}

/** The digest of bytes in memory. */
export const toDigest = (bytes: Buffer): Digest => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  bytes: bytes.length,
});

/** The digest of a stream. */
export const readDigest = async (source: AsyncIterable<Buffer>): Promise<Digest> => {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of source) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest('hex'), bytes };
};

export const isSame = (a: Digest, b: Digest): boolean =>
  a.sha256 === b.sha256 && a.bytes === b.bytes;

/** The source has other bytes than expected. */
export class ChecksumMismatchError extends Error {}

/** The source has failed, with its error as `cause`. */
export class SourceError extends Error {}

/** Passes a stream on. Throws {@link ChecksumMismatchError} at its end, or {@link SourceError}. */
export async function* compare(source: AsyncIterable<Buffer>, expected: Digest) {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of source) {
      hash.update(chunk);
      bytes += chunk.length;
      if (bytes > expected.bytes) break;
      yield chunk;
    }
  } catch (cause) {
    throw new SourceError('the source has failed', { cause });
  }
  if (!isSame({ sha256: hash.digest('hex'), bytes }, expected)) throw new ChecksumMismatchError();
}
