import { hash } from 'node:crypto';
import { extname } from 'node:path';
import { contentType } from 'mime-types';
import { CompressibleBody } from '../http/compressible-body.js';

/** Types whose files are compressed already. */
const compressedTypes = /^(image\/(?!svg|x-icon|vnd\.microsoft\.icon)|font\/)/;
/** Of Brotli and gzip: a file is compressed once and sent often. */
const COMPRESSION_LEVEL = 9;

/** The path of the page that every screen starts from. */
export const INDEX = '/index.html';

/** One file of the site, in memory; compressed when it is first asked for. */
export class SiteFile extends CompressibleBody {
  readonly type: string;
  readonly etag: string;

  constructor(name: string, body: Buffer) {
    super(body, COMPRESSION_LEVEL);
    this.type = contentType(extname(name)) || 'application/octet-stream';
    this.etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  }

  override get isCompressible(): boolean {
    return super.isCompressible && !compressedTypes.test(this.type);
  }
}

/** The files of one build of the application, by path; paths begin with a slash. */
export type Site = ReadonlyMap<string, SiteFile>;
