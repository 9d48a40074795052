import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { negotiateEncoding, type Encoding } from '../http/accept-encoding.js';

/** Smaller answers are not worth it; bytes. */
export const MIN_COMPRESSED = 1_024;

const asGzip = promisify(gzip);
const asBrotli = promisify(brotliCompress);

/** Compresses `body`, cheaply enough to be done for each answer. */
export const compress = (body: Buffer | string, encoding: Encoding): Promise<Buffer> =>
  encoding === 'gzip'
    ? asGzip(body, { level: 1 })
    : asBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

/** Whether an answer of the API is worth compressing, and not compressed yet. */
export const isCompressible = (reply: FastifyReply, payload: unknown): payload is string | Buffer =>
  (typeof payload === 'string' || Buffer.isBuffer(payload)) &&
  payload.length >= MIN_COMPRESSED &&
  !reply.hasHeader('content-encoding');

/** Header `Vary` with one more name in it. */
export const vary = (reply: FastifyReply, name: string): void => {
  const names = reply.getHeader('vary');
  reply.header('vary', names ? `${String(names)}, ${name}` : name);
};

/** Compresses an answer for a client that asks for it. */
export const compressAnswer = async (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string | Buffer,
): Promise<string | Buffer> => {
  vary(reply, 'Accept-Encoding');
  const encoding = negotiateEncoding(request.headers['accept-encoding']);
  if (!encoding) return payload;
  const compressed = await compress(payload, encoding);
  const etag = reply.getHeader('etag');
  // The bytes differ from the ones without compression, so the tag may only be compared weakly.
  if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('etag', `W/${etag}`);
  reply.header('content-encoding', encoding).header('content-length', compressed.length);
  return compressed;
};
