import { hash } from 'node:crypto';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { contentType } from 'mime-types';
import { MIN_COMPRESSED } from '../edge/compress.js';
import type { Encoding } from '../http/accept-encoding.js';

/** Types whose files are compressed already. */
const compressedTypes = /^(image\/(?!svg|x-icon|vnd\.microsoft\.icon)|font\/)/;

const asGzip = promisify(gzip);
const asBrotli = promisify(brotliCompress);

const pack = (body: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'gzip'
    ? asGzip(body, { level: 9 })
    : asBrotli(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 9,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        },
      });

/** The path of the page that every screen starts from. */
export const INDEX = '/index.html';

/** One file of the site, in memory; compressed when it is first asked for. */
export class SiteFile {
  readonly type: string;
  readonly etag: string;
  private readonly packed = new Map<Encoding, Promise<Buffer>>();

  constructor(
    name: string,
    readonly body: Buffer,
  ) {
    this.type = contentType(extname(name)) || 'application/octet-stream';
    this.etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  }

  /** Whether there are smaller forms of it. */
  get isCompressible(): boolean {
    return this.body.length >= MIN_COMPRESSED && !compressedTypes.test(this.type);
  }

  /** The bytes in `encoding`. */
  async encoded(encoding: Encoding): Promise<Buffer> {
    const known = this.packed.get(encoding);
    if (known) return known;
    const packing = pack(this.body, encoding);
    this.packed.set(encoding, packing);
    return packing;
  }
}

/** The files of one build of the application, by path; paths begin with a slash. */
export type Site = ReadonlyMap<string, SiteFile>;
