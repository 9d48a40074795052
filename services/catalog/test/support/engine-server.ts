import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** One call that an engine received. */
export interface EngineRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: unknown;
}

/** What an engine answers; `body` goes out as JSON, a string as it is. */
export interface EngineAnswer {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** A local HTTP server that stands for an engine. */
export interface EngineServer {
  url: string;
  requests: EngineRequest[];
  /** Decides what is answered from now on; undefined leaves the caller without an answer. */
  answer: (request: EngineRequest) => EngineAnswer | undefined;
}

const servers: Server[] = [];

afterAll(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

/** Starts one; the end of the file stops it. */
export const engineServer = async (answer: EngineServer['answer']): Promise<EngineServer> => {
  const engine: EngineServer = { url: '', requests: [], answer };
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const request = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
      };
      engine.requests.push(request);
      const given = engine.answer(request);
      if (!given) return;
      const { status = 200, headers = {}, body } = given;
      outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
      outgoing.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  engine.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  servers.push(server);
  return engine;
};
