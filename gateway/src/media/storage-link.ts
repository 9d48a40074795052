import { unavailable } from '@ctdb/chassis';
import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { pipeline, type Readable } from 'node:stream';

/** How long storage may say and take nothing. */
const PATIENCE_MS = 20_000;
const http = new HttpAgent({ keepAlive: true, maxSockets: 64 });
const https = new HttpsAgent({ keepAlive: true, maxSockets: 64 });

interface Sent {
  readonly method: 'GET' | 'PUT';
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body?: () => Readable;
}

/** Storage had closed the kept connection just when it was taken again. */
class StaleConnection extends Error {}

const sendOnce = (address: string, { method, headers, body }: Sent): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const url = new URL(address);
    const isHttps = url.protocol === 'https:';
    const options = { method, headers, agent: isHttps ? https : http, timeout: PATIENCE_MS };
    const outgoing = (isHttps ? requestHttps : requestHttp)(url, options, resolve);
    outgoing.on('timeout', () => outgoing.destroy(new Error('object storage is too slow')));
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = outgoing.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '');
      reject(isStale ? new StaleConnection() : error);
    });
    // What goes wrong is told by the events above.
    if (body) pipeline(body(), outgoing, () => undefined);
    else outgoing.end();
  });

const send = async (address: string, sent: Sent): Promise<IncomingMessage> => {
  for (;;) {
    try {
      return await sendOnce(address, sent);
    } catch (error) {
      // Both methods may be repeated. Every failure uses up a kept connection, so this ends.
      if (!(error instanceof StaleConnection)) throw error;
    }
  }
};

/**
 * Puts `bytes` bytes under a presigned address; `SERVICE_UNAVAILABLE` where that fails. `body` may
 * be asked for again.
 */
export const putObject = async (
  url: string,
  body: () => Readable,
  bytes: number,
): Promise<void> => {
  const headers = { 'content-length': bytes };
  const answer = await send(url, { method: 'PUT', headers, body }).catch(() => undefined);
  answer?.resume();
  if (answer?.statusCode !== 200) throw unavailable();
};

/** The bytes under a presigned address, or a part of them; `SERVICE_UNAVAILABLE` where that fails. */
export const getObject = async (url: string, range?: string): Promise<IncomingMessage> => {
  const headers: Record<string, string> = range === undefined ? {} : { range };
  const answer = await send(url, { method: 'GET', headers }).catch(() => undefined);
  const status = answer?.statusCode;
  if (answer && status === (range === undefined ? 200 : 206)) return answer;
  answer?.resume();
  throw unavailable();
};
