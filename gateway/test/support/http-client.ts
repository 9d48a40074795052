import { request as send, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';

/** What a test sends. */
export interface Call {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is, with `headers` alone. */
  readonly raw?: Buffer | string;
}

/** What came back. */
export interface Result {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** The parsed body; fails where it is not JSON. */
  json(): Record<string, unknown>;
}

/** Sends one request on its own connection, without changes to path, headers and body. */
export const call = (origin: string, path: string, options: Call = {}): Promise<Result> =>
  new Promise((resolve, reject) => {
    const body = options.json === undefined ? options.raw : JSON.stringify(options.json);
    const type = options.json === undefined ? {} : { 'content-type': 'application/json' };
    const isChunked = options.headers?.['transfer-encoding'] !== undefined;
    const length =
      body === undefined || isChunked ? {} : { 'content-length': Buffer.byteLength(body) };
    const { hostname, port } = new URL(origin);
    const outgoing = send(
      {
        host: hostname,
        port,
        path,
        method: options.method ?? 'GET',
        agent: false,
        headers: { ...type, ...length, ...options.headers },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString();
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            bytes,
            text,
            json: () => JSON.parse(text) as Record<string, unknown>,
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
