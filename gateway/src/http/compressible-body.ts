import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import { HttpReply, type Headers, matchesEtag } from './http-reply.js';

/** Encodings of responses, the preferred one first. */
export const encodings = ['br', 'gzip'] as const;
/** One of {@link encodings}. */
export type Encoding = (typeof encodings)[number];

/**
 * The encoding that `Accept-Encoding` prefers, Brotli if it prefers none; absent: none of them. `*`
 * counts as gzip, as in `@fastify/compress`.
 */
export const negotiateEncoding = (header = ''): Encoding | undefined =>
  negotiate<Encoding>(header.toLowerCase().replaceAll('*', 'gzip'), [...encodings]) ?? undefined;

/** `Vary` of bodies that may be compressed; lower case, because `@fastify/compress` looks for it. */
export const VARY_BY_ENCODING = 'accept-encoding';
/** Smaller bodies are not compressed. */
export const MIN_COMPRESSIBLE_BYTES = 1_024;

const compressors = {
  gzip: (body: Buffer, level: number) => promisify(gzip)(body, { level }),
  br: (body: Buffer, level: number) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: level,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
} satisfies Record<Encoding, unknown>;

/** A body that is sent often: compressed once for each encoding, when a client first accepts it. */
export class CompressibleBody {
  private readonly compressed = new Map<Encoding, Promise<Buffer>>();

  constructor(
    readonly body: Buffer,
    private readonly compressionLevel: number,
  ) {}

  /** Whether a compressed form is worth its time. */
  get isCompressible(): boolean {
    return this.body.length >= MIN_COMPRESSIBLE_BYTES;
  }

  /** The bytes in the encoding that `acceptEncoding` prefers, with the header that names it. */
  async encode(acceptEncoding: string | undefined): Promise<{ body: Buffer; headers: Headers }> {
    const encoding = this.isCompressible ? negotiateEncoding(acceptEncoding) : undefined;
    if (!encoding) return { body: this.body, headers: {} };
    const known = this.compressed.get(encoding);
    const compressing = known ?? compressors[encoding](this.body, this.compressionLevel);
    this.compressed.set(encoding, compressing);
    return { body: await compressing, headers: { 'content-encoding': encoding } };
  }
}

/** Answers with JSON that was serialized before, or with 304 if the client holds the same ETag. */
export const replyJson = async (
  json: CompressibleBody,
  headers: Headers,
  asked: IncomingHttpHeaders,
): Promise<HttpReply<never>> => {
  const { etag } = headers;
  if (etag && matchesEtag(asked['if-none-match'], etag)) return HttpReply.notModified(headers);
  const { body, headers: encodingHeaders } = await json.encode(asked['accept-encoding']);
  const contentType = { 'content-type': 'application/json; charset=utf-8' };
  return HttpReply.raw(body, { ...headers, ...contentType, ...encodingHeaders });
};
