import { createHash } from 'node:crypto';
import type { Digest } from './digest.js';

/** What was to be copied has other bytes than it should. */
export class SourceDiffers extends Error {}

/** Gathers the chunks of a source, takes their digest on the way, and remembers what it failed of. */
export class Reading {
  failure: unknown = Symbol('none');
  private readonly hash = createHash('sha256');
  private bytes = 0;

  constructor(
    private readonly source: AsyncIterable<Buffer>,
    private readonly expected: Digest,
  ) {}

  /** The source in blocks as long as the room; each is good only until the next one is asked for. */
  async *blocks(room: Buffer): AsyncGenerator<Buffer> {
    let filled = 0;
    try {
      for await (const chunk of this.source) {
        this.bytes += chunk.length;
        if (this.bytes > this.expected.bytes) throw new SourceDiffers();
        for (let at = 0; at < chunk.length;) {
          const copied = chunk.copy(room, filled, at);
          at += copied;
          filled += copied;
          if (filled < room.length) continue;
          yield this.counted(room.subarray(0, filled));
          filled = 0;
        }
      }
    } catch (error) {
      this.failure = error;
      throw error;
    }
    yield this.counted(room.subarray(0, filled));
  }

  digest(): Digest {
    return { sha256: this.hash.digest('hex'), bytes: this.bytes };
  }

  private counted(block: Buffer): Buffer {
    this.hash.update(block);
    return block;
  }
}
