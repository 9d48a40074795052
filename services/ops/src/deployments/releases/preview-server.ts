import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { ObjectStore } from '@ctdb/chassis/storage';
import { releaseFolder, type ReleaseRecord } from './releases.repository.js';
import { getMimeType } from './release-files.js';

/** What has to be known of a release to serve it. */
export type ServedRelease = Pick<ReleaseRecord, 'hash' | 'folder' | 'files'>;

/** A release as it is served on trial. */
export interface PreviewServer {
  origin: string;
  close(): Promise<void>;
}

/** Serves a release from the storage on a free port of loopback. */
export const startPreviewServer = async (
  release: ServedRelease,
  store: ObjectStore,
): Promise<PreviewServer> => {
  const folder = releaseFolder(release);
  const known = new Set(release.files.map(({ path }) => path));
  const server: Server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '');
    const answer = async () => {
      if (request.method !== 'GET' || !known.has(path)) {
        response.writeHead(404).end();
        return;
      }
      const stream = await store.get(`${folder}${path}`);
      response.writeHead(200, { 'content-type': getMimeType(path) });
      await pipeline(stream, response);
    };
    answer().catch(() => {
      if (response.headersSent) response.destroy();
      else response.writeHead(503).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
