import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

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

/** The digest of a file on the disk, read in blocks as long as the buffer. */
export const readDigest = async (file: FileHandle, buffer: Buffer): Promise<Digest> => {
  const hash = createHash('sha256');
  let bytes = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, bytes);
    hash.update(buffer.subarray(0, bytesRead));
    bytes += bytesRead;
    // A short read is the end of a file (read(2)).
    if (bytesRead < buffer.length) return { sha256: hash.digest('hex'), bytes };
  }
};

export const isSame = (a: Digest, b: Digest): boolean =>
  a.sha256 === b.sha256 && a.bytes === b.bytes;

/** The source has other bytes than expected. */
export class ChecksumMismatchError extends Error {}

/** Re-blocks a source, computes its digest, and keeps the error that it failed with. */
export class HashingReader {
  failure: unknown = Symbol('none');
  private readonly hash = createHash('sha256');
  private bytes = 0;

  constructor(
    private readonly source: AsyncIterable<Buffer>,
    private readonly expected: Digest,
  ) {}

  /** The source in blocks as long as the buffer; a block is valid until the next one is read. */
  async *toBlocks(buffer: Buffer): AsyncGenerator<Buffer> {
    let filled = 0;
    try {
      for await (const chunk of this.source) {
        this.bytes += chunk.length;
        if (this.bytes > this.expected.bytes) throw new ChecksumMismatchError();
        for (let at = 0; at < chunk.length;) {
          const copied = chunk.copy(buffer, filled, at);
          at += copied;
          filled += copied;
          if (filled < buffer.length) continue;
          yield this.updateHash(buffer.subarray(0, filled));
          filled = 0;
        }
      }
    } catch (error) {
      this.failure = error;
      throw error;
    }
    yield this.updateHash(buffer.subarray(0, filled));
  }

  digest(): Digest {
    return { sha256: this.hash.digest('hex'), bytes: this.bytes };
  }

  private updateHash(block: Buffer): Buffer {
    this.hash.update(block);
    return block;
  }
}
