import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import type { SecureContext } from 'node:tls';
import { RELEASE_FILE, servedRelease } from '@ctdb/contracts';

const REQUEST_TIMEOUT_MS = 3_000;
const FIRST_ERROR = 400;

/** How to connect. */
export interface NewConnectionRequest {
  signal: AbortSignal;
  /** Whose certificates are trusted. */
  secureContext: SecureContext;
  /** Connects to this IP address instead of resolving the name. */
  address?: string | undefined;
}

/** A reply; `body` is empty unless it was to be read. */
interface HttpReply {
  status: number;
  body: string;
}

/** Of a reply. */
const MAX_BYTES = 65_536;

const fixedLookup =
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
    if (body.length > MAX_BYTES) throw new Error('the answer is too long');
  }
  return body;
};

/**
 * Sends a request over a new connection, because behind a reused one the same gateway answers each
 * time. Follows no redirect.
 */
const requestNewConnection = (
  url: string,
  { signal, secureContext, address }: NewConnectionRequest,
  readsBody: boolean,
): Promise<HttpReply> =>
  new Promise((resolve, reject) => {
    const options: RequestOptions = {
      signal,
      ...(address !== undefined && { lookup: fixedLookup(address) }),
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

/** Result for a site that does not answer. */
export const NO_RESPONSE = 'nothing';

/** What a site answers. */
export interface ServedRelease {
  /** The id of the release that it shows, or a short text for the log. */
  answer: string;
  /** The name under which the request arrived at the gateway. */
  host?: string;
}

const parse = (body: string): ServedRelease => {
  try {
    const { releaseId, host } = servedRelease.parse(JSON.parse(body));
    return { answer: releaseId, host };
  } catch {
    return { answer: 'no release' };
  }
};

/** The release that a site shows. Throws only if the signal aborts. */
export const fetchServedRelease = async (
  origin: string,
  connection: NewConnectionRequest,
): Promise<ServedRelease> => {
  const { signal } = connection;
  const limited = {
    ...connection,
    signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
  };
  try {
    const [data, page] = await Promise.all([
      requestNewConnection(`${origin}${RELEASE_FILE}`, limited, true),
      requestNewConnection(`${origin}/`, limited, false),
    ]);
    // A page may be redirected to the domain.
    if (page.status >= FIRST_ERROR) return { answer: `${page.status} for its first page` };
    return parse(data.body);
  } catch {
    signal.throwIfAborted();
    return { answer: NO_RESPONSE };
  }
};
