import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll } from 'vitest';

/** One call that an engine received. */
export interface EngineRequest {
  method: string | undefined;
  path: string | undefined;
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
    const { method, url: path, headers } = incoming;
    void text(incoming).then((sent) => {
      const request = { method, path, headers, body: sent === '' ? undefined : JSON.parse(sent) };
      engine.requests.push(request);
      const given = engine.answer(request);
      if (!given) return;
      const type = { 'content-type': 'application/json' };
      outgoing.writeHead(given.status ?? 200, { ...type, ...given.headers });
      outgoing.end(typeof given.body === 'string' ? given.body : JSON.stringify(given.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  engine.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  servers.push(server);
  return engine;
};
