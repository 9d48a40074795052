import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

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

/** The digest of a file on the disk, read from its begin with as much at once as there is room for. */
export const digestOfFile = async (file: FileHandle, room: Buffer): Promise<Digest> => {
  const hash = createHash('sha256');
  let bytes = 0;
  for (;;) {
    const { bytesRead } = await file.read(room, 0, room.length, bytes);
    hash.update(room.subarray(0, bytesRead));
    bytes += bytesRead;
    // Less than there is room for is the end of a file (read(2)); others say so with nothing.
    if (bytesRead < room.length) return { sha256: hash.digest('hex'), bytes };
  }
};

export const isSame = (a: Digest, b: Digest): boolean =>
  a.sha256 === b.sha256 && a.bytes === b.bytes;
