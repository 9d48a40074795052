import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { SecureContext } from 'node:tls';
import { BUNDLED_SITE_PATH, bundledSiteInfo } from '@ctdb/contracts';
import { z } from 'zod';
import { DeploymentError, UserVisibleError } from '../failure.js';

/** Path of the file that identifies a release. */
export const RELEASE_DATA = '/release.json';

const REQUEST_TIMEOUT_MS = 3_000;
const MAX_ATTEMPTS = 3;
const PAUSE_MS = 500;

/** How to connect. */
export interface NewConnectionRequest {
  signal: AbortSignal;
  /** Whose certificates are trusted. */
  secureContext: SecureContext;
  /** Connects to this IP address instead of resolving the name. */
  address?: string | undefined;
}

/** A reply; `body` is empty unless it was to be read. */
export interface HttpReply {
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
export const requestNewConnection = (
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

/**
 * The id of the site that is bundled with the installation at `origin`; null if there is none.
 * `probeFailed` without an answer within 10 s.
 */
export const fetchBundledSiteId = async (
  origin: string,
  secureContext: SecureContext,
): Promise<string | null> => {
  for (let tries = 1; ; tries += 1) {
    try {
      const connection = { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS), secureContext };
      const { body } = await requestNewConnection(
        `${origin}${BUNDLED_SITE_PATH}`,
        connection,
        true,
      );
      return bundledSiteInfo.parse(JSON.parse(body)).id;
    } catch (error) {
      if (tries === MAX_ATTEMPTS) {
        const cause = new UserVisibleError(`${origin} does not answer.`, { cause: error });
        throw new DeploymentError('probeFailed', cause);
      }
    }
    await pause(PAUSE_MS);
  }
};

/** Result for a site that does not answer. */
export const NO_RESPONSE = 'nothing';

const releaseSchema = z.object({ releaseId: z.string() });

const idIn = (body: string): string | undefined => {
  try {
    return releaseSchema.parse(JSON.parse(body)).releaseId;
  } catch {
    return undefined;
  }
};

/** The release that a site serves, or a short text for the log. Throws only if the signal aborts. */
export const fetchServedRelease = async (
  origin: string,
  connection: NewConnectionRequest,
): Promise<string> => {
  const { signal } = connection;
  const limited = {
    ...connection,
    signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
  };
  try {
    const [data, page] = await Promise.all([
      requestNewConnection(`${origin}${RELEASE_DATA}`, limited, true),
      requestNewConnection(`${origin}/`, limited, false),
    ]);
    if (page.status !== 200) return `${page.status} for its first page`;
    return idIn(data.body) ?? 'no release';
  } catch {
    signal.throwIfAborted();
    return NO_RESPONSE;
  }
};
