import { DomainError, MAX_JSON_BODY_BYTES, type RouteContract } from '@ctdb/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import getRawBody from 'raw-body';
import { Readable } from 'node:stream';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Makes `request.body` the stream of the body, which is read after the guards have run. */
export const registerBodyParsers = (server: FastifyInstance): void => {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, body, done) => done(null, body));
  // Fastify answers an invalid type before the guards run; `readBody` refuses a missing one after them.
  server.addHook('onRequest', (request, _reply, done) => {
    if (!request.mediaType) delete request.headers['content-type'];
    done();
  });
};

/**
 * Reads the body of a route: JSON in UTF-8, uncompressed, of at most 1 MB. An empty body is
 * `undefined`; a route with `rawBody` gets the bytes, one with `fileTypes` the stream, one with
 * `multipart` reads its form itself.
 * Throws `UNSUPPORTED_MEDIA_TYPE`, `PAYLOAD_TOO_LARGE` or `MALFORMED_BODY` (broken UTF-8, no JSON, or
 * a key that would reach a prototype).
 */
export const readBody = async (route: RouteContract, request: FastifyRequest): Promise<unknown> => {
  const { body, headers } = request;
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  if (request.isMultipart()) {
    if (route.multipart && isPlain) return undefined;
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE');
  }
  if (!(body instanceof Readable)) return undefined;
  if (route.fileTypes) {
    if (isPlain && route.fileTypes.includes(request.mediaType ?? '')) return body;
    body.resume();
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE');
  }
  const isJson = /^application\/json *(;|$)/i.test(headers['content-type'] ?? '');
  if (!isPlain || !isJson || route.multipart) throw new DomainError('UNSUPPORTED_MEDIA_TYPE');
  const bytes = await readBytes(body, headers['content-length']);
  if (route.rawBody) return bytes;
  return bytes.length === 0 ? undefined : parseJson(request, bytes);
};

const readBytes = async (body: Readable, length: string | undefined): Promise<Buffer> => {
  try {
    return await getRawBody(body, { length: length ?? null, limit: MAX_JSON_BODY_BYTES });
  } catch (error) {
    // The rest is read, so that the client, which still sends, gets the answer.
    body.resume();
    const isTooLarge = (error as { type?: string }).type === 'entity.too.large';
    throw isTooLarge
      ? new DomainError('PAYLOAD_TOO_LARGE', { limit: MAX_JSON_BODY_BYTES })
      : new DomainError('MALFORMED_BODY');
  }
};

const parseJson = (request: FastifyRequest, bytes: Buffer): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const fail = () => reject(new DomainError('MALFORMED_BODY'));
    try {
      const parse = request.server.getDefaultJsonParser('error', 'error');
      void parse(request, utf8.decode(bytes), (error, value) => (error ? fail() : resolve(value)));
    } catch {
      fail();
    }
  });
