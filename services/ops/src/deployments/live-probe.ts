import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { SecureContext } from 'node:tls';
import { RELEASE_FILE, servedRelease, type DnsFinding } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { OPS_CONFIG, type OpsConfig } from '../config.js';
import { TrustStore } from '../dns/trust-store.js';
import { toError } from '../dns/records.js';
import type { DeploymentRecord } from './deployment.record.js';
import { UserVisibleError } from './failure.js';
import type { DeploymentSession } from './session.js';

/** How long the gateways, and the public URL, may take to answer with the release. */
export const probeTiming = {
  gatewaysMs: 20_000,
  gatewaysPauseMs: 400,
  publicMs: 5_000,
  publicPauseMs: 500,
};
/** Several gateways may answer at one address: so many answers in a row must be right. */
const REQUIRED_MATCHES = 3;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const REQUEST_TIMEOUT_MS = 3_000;
/** Of a reply. */
const MAX_BYTES = 65_536;
/** Result for a site that does not answer. */
const NO_RESPONSE = 'nothing';

type Release = Pick<DeploymentRecord, 'releaseId'>;

/** How to connect. */
interface NewConnectionRequest {
  signal: AbortSignal;
  /** Whose certificates are trusted. */
  secureContext: SecureContext;
  /** Connects to this IP address instead of resolving the name. */
  address?: string | undefined;
}

/** What a site answers. */
interface ServedRelease {
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
const getText = (url: string, { address, ...connection }: NewConnectionRequest): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = url.startsWith('https:') ? httpsRequest : httpRequest;
    const lookup = address === undefined ? {} : { lookup: fixedLookup(address) };
    request(url, { ...connection, ...lookup, agent: false })
      .on('error', reject)
      .on('response', (answer) => void readText(answer).then(resolve, reject))
      .end();
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

/** Checks which release gateways, public URL and domain answer with. */
@Injectable()
export class LiveProbe {
  constructor(
    @Inject(OPS_CONFIG) private readonly config: OpsConfig,
    private readonly trust: TrustStore,
  ) {}

  /** Throws if the gateways do not answer with the release in time. */
  async waitForGateways({ deployment, signal, log }: DeploymentSession): Promise<void> {
    const origin = this.config.deployments.probeOrigin;
    const wanted = deployment.releaseId.toHexString();
    const end = Date.now() + probeTiming.gatewaysMs;
    for (
      let inARow = 0, last = '';
      Date.now() < end;
      await pause(probeTiming.gatewaysPauseMs, undefined, { signal })
    ) {
      signal.throwIfAborted();
      const { answer } = await this.fetch(origin, signal);
      inARow = answer === wanted ? inARow + 1 : 0;
      if (answer !== last) log(`${origin} answers with ${answer}.`);
      last = answer;
      if (inARow >= REQUIRED_MATCHES) return;
    }
    throw new UserVisibleError(`${origin} does not answer with the release.`);
  }

  /** The public URL if it answers with the release in time. */
  async findPublicUrl(release: Release, outer?: AbortSignal): Promise<string | undefined> {
    const { publicOrigin, probeOrigin } = this.config.deployments;
    // The gateways have answered there.
    if (outer && publicOrigin === probeOrigin) return publicOrigin;
    const limit = AbortSignal.timeout(probeTiming.publicMs);
    const signal = outer ? AbortSignal.any([outer, limit]) : limit;
    try {
      while ((await this.fetchPublic(signal)) !== release.releaseId.toHexString())
        await pause(probeTiming.publicPauseMs, undefined, { signal });
      return publicOrigin;
    } catch (error) {
      outer?.throwIfAborted();
      if (limit.aborted) return undefined;
      throw error;
    }
  }

  /** The findings about the public URL: one until it answers with the release. */
  publicFindings(deploymentUrl: string | undefined): DnsFinding[] {
    return deploymentUrl === undefined
      ? [toError('releaseNotSeen', new URL(this.config.deployments.publicOrigin).host)]
      : [];
  }

  /** Whether requests to the domain arrive at our gateways, under its own name. `address` was checked. */
  async isServedAt(domain: string, address: string, { releaseId }: Release): Promise<boolean> {
    const { httpsPort } = this.config.dns;
    // The limit of a request is enough.
    const { signal } = new AbortController();
    const { answer, host } = await this.fetch(`https://${domain}:${httpsPort}`, signal, address);
    return answer === releaseId.toHexString() && host === domain;
  }

  private fetch(origin: string, signal: AbortSignal, address?: string) {
    return fetchServedRelease(origin, { signal, secureContext: this.trust.tlsContext, address });
  }

  /**
   * Loopback is another host in each container. If it does not respond here, the gateways are probed
   * instead.
   */
  private async fetchPublic(signal: AbortSignal): Promise<string> {
    const { publicOrigin, probeOrigin } = this.config.deployments;
    const { answer } = await this.fetch(publicOrigin, signal);
    if (answer !== NO_RESPONSE || !LOOPBACK.test(new URL(publicOrigin).hostname)) return answer;
    return (await this.fetch(probeOrigin, signal)).answer;
  }
}
