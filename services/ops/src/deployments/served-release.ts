import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import type { SecureContext } from 'node:tls';
import { RELEASE_FILE, servedRelease } from '@ctdb/contracts';

const REQUEST_TIMEOUT_MS = 3_000;
/** Of a reply. */
const MAX_BYTES = 65_536;

/** Result for a site that does not answer. */
export const NO_RESPONSE = 'nothing';

/** How to connect. */
interface NewConnectionRequest {
  signal: AbortSignal;
  /** Whose certificates are trusted. */
  secureContext: SecureContext;
  /** Connects to this IP address instead of resolving the name. */
  address?: string | undefined;
}

/** What a site answers. */
export interface ServedRelease {
  /** The id of the release that it shows, or a short text for the log. */
  answer: string;
  /** The name under which the request arrived at the gateway. */
  host?: string;
}

const fixedLookup =
  (address: string): LookupFunction =>
  (_name, { all }, found) => {
    const family = isIPv6(address) ? 6 : 4;
    if (all) found(null, [{ address, family }]);
    else found(null, address, family);
  };

const readText = async (answer: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const part of answer.setEncoding('utf8')) {
    text += part;
    if (text.length > MAX_BYTES) throw new Error('the answer is too long');
  }
  return text;
};

/**
 * The body of an answer over a new connection, because behind a reused one the same gateway answers each time.
 * Follows no redirect.
 */
const getText = (
  url: string,
  { signal, secureContext, address }: NewConnectionRequest,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const options: RequestOptions = {
      signal,
      ...(address !== undefined && { lookup: fixedLookup(address) }),
    };
    const outgoing = url.startsWith('https:')
      ? httpsRequest(url, { ...options, agent: new HttpsAgent({ secureContext }) })
      : httpRequest(url, { ...options, agent: false });
    outgoing.on('error', reject);
    outgoing.on('response', (answer) => void readText(answer).then(resolve, reject));
    outgoing.end();
  });

const parse = (text: string): ServedRelease => {
  try {
    const { releaseId, host } = servedRelease.parse(JSON.parse(text));
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
  const limit = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
  try {
    return parse(await getText(origin + RELEASE_FILE, { ...connection, signal: limit }));
  } catch {
    signal.throwIfAborted();
    return { answer: NO_RESPONSE };
  }
};
