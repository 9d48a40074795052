import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import type { FastifyInstance, onSendHookHandler } from 'fastify';
import { MIN_COMPRESSIBLE_BYTES } from '../http/compressible-body.js';
import { encodings } from '../http/negotiation.js';

/** Larger bodies are compressed off the main thread, which costs more for each. */
const MAX_SYNC_BYTES = 65_536;

/** A compressed body has other bytes, so its tag may only be compared weakly. */
const weakenEtag: onSendHookHandler = (_request, reply, payload, done) => {
  const etag = reply.getHeader('etag');
  const isStrong = typeof etag === 'string' && !etag.startsWith('W/');
  if (isStrong && reply.hasHeader('content-encoding')) reply.header('etag', `W/${etag}`);
  done(null, payload);
};

/** Compresses the responses of routes that are registered later, at the cheapest levels. */
export const registerCompression = async (server: FastifyInstance): Promise<void> => {
  await server.register(fastifyCompress, {
    globalDecompression: false,
    encodings: [...encodings],
    threshold: MIN_COMPRESSIBLE_BYTES,
    syncThreshold: MAX_SYNC_BYTES,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
  });
  // Only a hook of the route runs after the plugin's.
  server.addHook('onRoute', (route) => {
    route.onSend = [route.onSend ?? [], weakenEtag].flat();
  });
};
