import { createHash } from 'node:crypto';

/** What bytes are compared by. */
export interface Digest {
  /** In hex. */
  sha256: string;
  bytes: number;
}

/** The digest of bytes in memory. */
export const digestOf = (bytes: Buffer): Digest => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  bytes: bytes.length,
});

/** The digest of a stream of bytes. */
export const digestOfStream = async (chunks: AsyncIterable<Buffer>): Promise<Digest> => {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of chunks) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest('hex'), bytes };
};

export const isSame = (a: Digest, b: Digest): boolean =>
  a.sha256 === b.sha256 && a.bytes === b.bytes;
