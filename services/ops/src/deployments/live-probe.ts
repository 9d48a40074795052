import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import type { SecureContext } from 'node:tls';
import { AppLogger } from '@ctdb/chassis';
import { RELEASE_FILE, servedRelease, type DnsFinding } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { OPS_CONFIG, type OpsConfig } from '../config.js';
import { DnsCheckService } from '../dns/dns-check.service.js';
import { toError } from '../dns/records.js';
import { ActiveSiteRepository } from './active-site.repository.js';
import type { DeploymentRecord } from './deployment.record.js';
import { DeploymentError } from './failure.js';
import type { DeploymentSession } from './session.js';

/** How long the gateways, and the public URL, may take to answer with the release, and how often they are asked. */
export const probeTiming = { gatewaysMs: 20_000, publicMs: 5_000, pauseMs: 400 };
/** Several gateways may answer at one address: so many answers in a row must be right. */
const REQUIRED_MATCHES = 3;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const REQUEST_TIMEOUT_MS = 3_000;
/** Of a reply. */
const MAX_BYTES = 65_536;
/** Result for a site that does not answer. */
const NO_RESPONSE = 'nothing';
/** Findings about the server behind a name; the rest is about names and their records. */
const SERVER_CODES = /^(unreachable|tlsFailed|certificate)/;

type Release = Pick<DeploymentRecord, 'releaseId'>;

/** How to connect. */
interface NewConnectionRequest {
  signal?: AbortSignal | undefined;
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
    const { protocol, host, hostname } = new URL(url);
    const request = protocol === 'https:' ? httpsRequest : httpRequest;
    const named = { hostname: address, servername: hostname, headers: { host } };
    request(url, { ...connection, ...(address !== undefined && named), agent: false })
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
  { signal, ...connection }: NewConnectionRequest,
): Promise<ServedRelease> => {
  const limit = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const stop = signal ? AbortSignal.any([signal, limit]) : limit;
  try {
    return parse(await getText(origin + RELEASE_FILE, { ...connection, signal: stop }));
  } catch {
    signal?.throwIfAborted();
    return { answer: NO_RESPONSE };
  }
};

/** Checks which release gateways, public URL and domain answer with, and whether the domain is set up. */
@Injectable()
export class LiveProbe {
  constructor(
    @Inject(OPS_CONFIG) private readonly config: OpsConfig,
    private readonly checks: DnsCheckService,
    private readonly active: ActiveSiteRepository,
    private readonly logger: AppLogger,
  ) {}

  /** Throws if the gateways do not answer with the release in time. */
  async waitForGateways(session: DeploymentSession): Promise<void> {
    const { deployment, signal } = session;
    const origin = this.config.deployments.probeOrigin;
    const ask = () => this.fetch(origin, signal);
    const other = await this.waitFor(deployment, ask, probeTiming.gatewaysMs, signal);
    await session.log(`${origin} answers with ${other ?? deployment.releaseId.toHexString()}.`);
    if (other !== undefined)
      throw new DeploymentError('probeFailed', `${origin} does not answer with the release.`);
  }

  /** The public URL if it answers with the release in time. */
  async findPublicUrl(release: Release, signal?: AbortSignal): Promise<string | undefined> {
    const ask = () => this.fetchPublic(signal);
    const other = await this.waitFor(release, ask, probeTiming.publicMs, signal);
    return other === undefined ? this.config.deployments.publicOrigin : undefined;
  }

  /** The findings about the public URL: one until it answers with the release. */
  publicFindings(deploymentUrl: string | undefined): DnsFinding[] {
    return deploymentUrl === undefined
      ? [toError('releaseNotSeen', new URL(this.config.deployments.publicOrigin).host)]
      : [];
  }

  /** Checks the domain of a deployment. Gateways redirect to it from the first check on that it passes. */
  async verifyDomain(deployment: DeploymentRecord, domain: string) {
    const status = await this.checkDomain(deployment, domain);
    await this.active.setVerified(deployment._id, status.isVerified);
    return status;
  }

  /** Whether requests to the domain arrive at our gateways, under its own name. `address` was checked. */
  async isServedAt(domain: string, address: string, { releaseId }: Release): Promise<boolean> {
    const { httpsPort } = this.config.dns;
    const origin = `https://${domain}:${httpsPort}`;
    const { answer, host } = await this.fetch(origin, undefined, address);
    return answer === releaseId.toHexString() && host === domain;
  }

  /**
   * `isConfigured`: the DNS records are right; `isVerified`: so is everything about the domain. A check that fails
   * itself is a finding.
   */
  private async checkDomain(deployment: DeploymentRecord, domain: string) {
    try {
      const { sslValid, reachable, findings, records } = await this.checks.check(domain);
      const errors = findings.filter(({ severity }) => severity === 'error');
      const isReady = sslValid && reachable && errors.length === 0;
      // Without an error all of its addresses are ours.
      const [address] = isReady ? records.a : [];
      const isVerified =
        address !== undefined && (await this.isServedAt(domain, address, deployment));
      if (isReady && !isVerified) findings.push(toError('releaseNotSeen', domain));
      return {
        isConfigured: errors.every(({ code }) => SERVER_CODES.test(code)),
        sslValid: sslValid && reachable,
        isVerified,
        findings,
      };
    } catch (error) {
      this.logger.warn('checking a domain failed', error);
      const findings = [toError('dnsUnanswered', domain)];
      return { isConfigured: false, sslValid: false, isVerified: false, findings };
    }
  }

  /** The last answer if an address does not answer with the release, several times in a row, in time. */
  private async waitFor(
    { releaseId }: Release,
    ask: () => Promise<ServedRelease>,
    limitMs: number,
    signal: AbortSignal | undefined,
  ): Promise<string | undefined> {
    const wanted = releaseId.toHexString();
    const end = Date.now() + limitMs;
    for (let inARow = 0; ;) {
      const { answer } = await ask();
      inARow = answer === wanted ? inARow + 1 : 0;
      if (inARow === REQUIRED_MATCHES) return undefined;
      if (Date.now() >= end) return answer;
      await pause(probeTiming.pauseMs, undefined, { signal });
    }
  }

  private fetch(origin: string, signal?: AbortSignal, address?: string) {
    const { tlsContext: secureContext } = this.config.dns;
    return fetchServedRelease(origin, { signal, secureContext, address });
  }

  /**
   * Loopback is another host in each container. If it does not respond here, the gateways are probed
   * instead.
   */
  private async fetchPublic(signal?: AbortSignal): Promise<ServedRelease> {
    const { publicOrigin, probeOrigin } = this.config.deployments;
    const shown = await this.fetch(publicOrigin, signal);
    const isElsewhere =
      shown.answer === NO_RESPONSE && LOOPBACK.test(new URL(publicOrigin).hostname);
    return isElsewhere ? this.fetch(probeOrigin, signal) : shown;
  }
}
