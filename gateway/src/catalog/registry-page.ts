import { compress, MIN_COMPRESSED } from '../edge/compress.js';
import type { Encoding } from '../http/accept-encoding.js';

/** One page of the registry as it is sent: written as JSON once, compressed at most once. */
export class RegistryPage {
  readonly bytes: Buffer;
  private readonly compressed = new Map<Encoding, Promise<Buffer>>();

  constructor(
    /** The catalog's tag of it. */
    readonly etag: string,
    readonly total: number,
    items: readonly unknown[],
  ) {
    this.bytes = Buffer.from(JSON.stringify(items));
  }

  /** Whether it is worth compressing. */
  get isCompressible(): boolean {
    return this.bytes.length >= MIN_COMPRESSED;
  }

  /** The bytes in `encoding`. */
  encoded(encoding: Encoding): Promise<Buffer> {
    const known = this.compressed.get(encoding);
    if (known) return known;
    const compressing = compress(this.bytes, encoding);
    this.compressed.set(encoding, compressing);
    return compressing;
  }
}
