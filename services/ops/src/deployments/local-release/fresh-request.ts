import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import type { SecureContext } from 'node:tls';

/** How to ask. */
export interface FreshRequest {
  signal: AbortSignal;
  /** Whose certificates are trusted. */
  secureContext: SecureContext;
  /** Connects to exactly this address, whatever the name leads to. */
  address?: string | undefined;
}

/** What was answered; the body is not read where nobody wants it. */
export interface FreshAnswer {
  status: number;
  body: string;
}

/** More than any answer that is read here has. */
const MOST_BYTES = 65_536;

const onlyTo =
  (address: string): LookupFunction =>
  (_name, { all }, found) => {
    const family = isIPv6(address) ? 6 : 4;
    if (all) found(null, [{ address, family }]);
    else found(null, address, family);
  };

const read = async (answer: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const part of answer.setEncoding('utf8')) {
    body += part;
    if (body.length > MOST_BYTES) throw new Error('the answer is too long');
  }
  return body;
};

/**
 * Asks over a connection of its own: behind one that is kept, the same process would answer each time.
 * No redirect is followed.
 */
export const askFresh = (
  url: string,
  { signal, secureContext, address }: FreshRequest,
  readsBody: boolean,
): Promise<FreshAnswer> =>
  new Promise((resolve, reject) => {
    const options: RequestOptions = {
      signal,
      ...(address !== undefined && { lookup: onlyTo(address) }),
    };
    const outgoing = url.startsWith('https:')
      ? httpsRequest(url, { ...options, agent: new HttpsAgent({ secureContext }) })
      : httpRequest(url, { ...options, agent: false });
    outgoing.on('error', reject);
    outgoing.on('response', (answer) => {
      const status = answer.statusCode ?? 0;
      if (readsBody) {
        read(answer).then((body) => resolve({ status, body }), reject);
        return;
      }
      resolve({ status, body: '' });
      outgoing.destroy();
    });
    outgoing.end();
  });
