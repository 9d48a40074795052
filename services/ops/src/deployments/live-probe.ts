import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { DnsFinding } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { OPS_CONFIG, type OpsConfig } from '../config.js';
import { PublicAddress, TrustStore } from '../dns/outbound.js';
import type { DeploymentRecord } from './deployment.record.js';
import { UserVisibleError } from './failure.js';
import { NO_RESPONSE, fetchServedRelease } from './served-release.js';
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

type Release = Pick<DeploymentRecord, 'releaseId'>;

/** The finding until a host answers with the release. */
export const notSeen = (host: string): DnsFinding => ({
  code: 'releaseNotSeen',
  severity: 'error',
  host,
});

/** Checks which release gateways, public URL and domain answer with. */
@Injectable()
export class LiveProbe {
  constructor(
    @Inject(OPS_CONFIG) private readonly config: OpsConfig,
    private readonly addresses: PublicAddress,
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
      const to = await this.resolveTarget(new URL(publicOrigin));
      if (!to) return undefined;
      while ((await this.fetchPublic(signal, to)) !== release.releaseId.toHexString())
        await pause(probeTiming.publicPauseMs, undefined, { signal });
      return publicOrigin;
    } catch (error) {
      outer?.throwIfAborted();
      if (limit.aborted) return undefined;
      throw error;
    }
  }

  /** The findings until the public URL answers with the release. */
  publicFindings({ deploymentUrl }: Pick<DeploymentRecord, 'deploymentUrl'>): DnsFinding[] {
    return deploymentUrl === undefined
      ? [notSeen(new URL(this.config.deployments.publicOrigin).host)]
      : [];
  }

  /** Whether requests to the domain arrive at our gateways, under its own name. */
  async isServedAt(domain: string, { releaseId }: Release): Promise<boolean> {
    const address = await this.addresses.resolve(domain);
    if (address === undefined) return false;
    const { httpsPort } = this.config.dns;
    const signal = AbortSignal.timeout(probeTiming.publicMs);
    const { answer, host } = await this.fetch(`https://${domain}:${httpsPort}`, signal, {
      address,
    }).catch(() => ({ answer: NO_RESPONSE, host: undefined }));
    return answer === releaseId.toHexString() && host === domain;
  }

  private fetch(origin: string, signal: AbortSignal, to: { address?: string } = {}) {
    return fetchServedRelease(origin, { signal, secureContext: this.trust.tlsContext, ...to });
  }

  /**
   * Loopback is another host in each container. If it does not respond here, the gateways are probed
   * instead.
   */
  private async fetchPublic(signal: AbortSignal, to: { address?: string }): Promise<string> {
    const { publicOrigin, probeOrigin } = this.config.deployments;
    const { answer } = await this.fetch(publicOrigin, signal, to);
    if (answer !== NO_RESPONSE || !LOOPBACK.test(new URL(publicOrigin).hostname)) return answer;
    return (await this.fetch(probeOrigin, signal)).answer;
  }

  /** An IP address in the settings is trusted; what a name resolves to is checked. */
  private async resolveTarget({ hostname }: URL): Promise<{ address?: string } | undefined> {
    if (hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return {};
    const address = await this.addresses.resolve(hostname);
    return address === undefined ? undefined : { address };
  }
}
