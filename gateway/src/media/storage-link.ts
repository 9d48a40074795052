import { unavailable } from '@ctdb/chassis';
import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Readable } from 'node:stream';

const PATIENCE_MS = 20_000;
const http = new HttpAgent({ keepAlive: true, maxSockets: 64 });
const https = new HttpsAgent({ keepAlive: true, maxSockets: 64 });

interface Sent {
  readonly method: 'GET' | 'PUT';
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body?: Readable;
}

const send = (address: string, { method, headers, body }: Sent): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const url = new URL(address);
    const isHttps = url.protocol === 'https:';
    const options = { method, headers, agent: isHttps ? https : http, timeout: PATIENCE_MS };
    const outgoing = (isHttps ? requestHttps : requestHttp)(url, options, resolve);
    outgoing.on('timeout', () => outgoing.destroy(new Error('object storage is too slow')));
    outgoing.on('error', reject);
    if (!body) {
      outgoing.end();
      return;
    }
    body.on('error', (error) => outgoing.destroy(error));
    body.pipe(outgoing);
  });

/** Puts `bytes` bytes under a presigned address; `SERVICE_UNAVAILABLE` where that fails. */
export const putObject = async (url: string, body: Readable, bytes: number): Promise<void> => {
  const answer = await send(url, {
    method: 'PUT',
    headers: { 'content-length': bytes },
    body,
  }).catch(() => undefined);
  answer?.resume();
  if (answer?.statusCode !== 200) throw unavailable();
};

/** The bytes under a presigned address, or a part of them; `SERVICE_UNAVAILABLE` where that fails. */
export const getObject = async (url: string, range?: string): Promise<IncomingMessage> => {
  const headers: Record<string, string> = range === undefined ? {} : { range };
  const answer = await send(url, { method: 'GET', headers }).catch(() => undefined);
  const status = answer?.statusCode;
  if (answer && (status === 200 || status === 206)) return answer;
  answer?.resume();
  throw unavailable();
};
