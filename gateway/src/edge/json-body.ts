import { DomainError, MAX_JSON_BODY } from '@ctdb/contracts';
import type { FastifyInstance } from 'fastify';
import { edgeOf } from './edge.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

const textOf = (body: Buffer): string => {
  try {
    return utf8.decode(body);
  } catch {
    throw new DomainError('MALFORMED_BODY');
  }
};

/**
 * Bodies are JSON in UTF-8, uncompressed, of at most 1 MB. Broken UTF-8, keys that would reach a
 * prototype, and everything else that is not JSON, are `MALFORMED_BODY`; an empty body counts as
 * none. A route whose handler reads the bytes itself gets them as they are; a route that takes forms
 * gets theirs as a stream.
 */
export const acceptOurBodies = (server: FastifyInstance): void => {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer', bodyLimit: MAX_JSON_BODY },
    (request, body, done) => {
      const { contract } = edgeOf(request);
      const isPlain = (request.headers['content-encoding'] ?? 'identity') === 'identity';
      if (!isPlain || contract?.multipart) {
        done(new DomainError('UNSUPPORTED_MEDIA_TYPE'));
      } else if (contract?.rawBody) {
        done(null, body);
      } else if (body.length === 0) {
        done(null, undefined);
      } else {
        try {
          void parse(request, textOf(body), done);
        } catch (error) {
          done(error as Error);
        }
      }
    },
  );
  // The handler reads it, part by part.
  server.addContentTypeParser('multipart/form-data', (request, body, done) => {
    const isPlain = (request.headers['content-encoding'] ?? 'identity') === 'identity';
    if (isPlain && edgeOf(request).contract?.multipart) done(null, body);
    else done(new DomainError('UNSUPPORTED_MEDIA_TYPE'));
  });
};
