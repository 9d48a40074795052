import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestEnv } from '@ctdb/chassis/testing';

/** The 1,000 bytes of every object. */
export const objectBytes = Buffer.from(Array.from({ length: 1_000 }, (_, at) => at % 251));

/** What was put into the storage. */
export interface Put {
  readonly path: string;
  readonly bytes: Buffer;
  readonly declared: string | undefined;
}

/** A small object storage: takes what is put by presigned address, and answers ranges. */
export class Storage {
  readonly puts: Put[] = [];
  /** How often an object was asked for. */
  gets = 0;
  isBroken = false;
  url = '';
  private readonly server = createServer();

  static async start(env: TestEnv): Promise<Storage> {
    const storage = new Storage();
    const { server } = storage;
    server.on('request', (request, response) => storage.answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    storage.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    if (!env.isShared)
      env.onEnd(async () => {
        server.closeAllConnections();
        server.close();
      });
    return storage;
  }

  /** Works again, and forgets what was put. */
  reset(): void {
    this.isBroken = false;
    this.puts.length = 0;
  }

  /** Closes the connections that are kept open. */
  dropConnections(): void {
    this.server.closeIdleConnections();
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    if (this.isBroken) {
      request.resume();
      response.writeHead(500).end();
    } else if (request.method === 'PUT') this.take(request, response);
    else this.give(request, response);
  }

  private take(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const declared = request.headers['content-length'];
      this.puts.push({ path: request.url ?? '', bytes: Buffer.concat(chunks), declared });
      response.end();
    });
  }

  private give(request: IncomingMessage, response: ServerResponse): void {
    this.gets += 1;
    const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const size = objectBytes.length;
    const first = from === '' ? size - Number(to) : Number(from);
    const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
    if (from + to === '' || (from !== '' && last < first && first < size)) {
      response.writeHead(200, { 'content-length': size }).end(objectBytes);
    } else if (first >= size) {
      response.writeHead(416).end();
    } else {
      const part = objectBytes.subarray(first, last + 1);
      const range = `bytes ${first}-${last}/${size}`;
      response.writeHead(206, { 'content-range': range, 'content-length': part.length }).end(part);
    }
  }
}
