import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { DnsFinding } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { OPS_CONFIG, type OpsConfig } from '../../config.js';
import { PublicAddress, TrustStore } from '../../dns/outbound.js';
import type { DeploymentRecord } from '../deployment.schema.js';
import { NO_RESPONSE, fetchServedRelease } from './site-requests.js';

/** The timeout is for all attempts together. */
export const publicProbeTiming = { timeoutMs: 5_000, intervalMs: 500 };
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Checks whether the public URL serves a release. */
@Injectable()
export class PublicUrlProbe {
  constructor(
    @Inject(OPS_CONFIG) private readonly config: OpsConfig,
    private readonly addresses: PublicAddress,
    private readonly trust: TrustStore,
  ) {}

  /** The public URL if it returns the release within the timeout. */
  async check(
    { releaseId }: Pick<DeploymentRecord, 'releaseId'>,
    outer?: AbortSignal,
  ): Promise<string | undefined> {
    const { publicOrigin } = this.config.deployments;
    const limit = AbortSignal.timeout(publicProbeTiming.timeoutMs);
    const signal = outer ? AbortSignal.any([outer, limit]) : limit;
    try {
      const to = await this.resolveTarget(new URL(publicOrigin));
      if (!to) return undefined;
      while ((await this.fetchServed(signal, to)) !== releaseId.toHexString())
        await pause(publicProbeTiming.intervalMs, undefined, { signal });
      return publicOrigin;
    } catch (error) {
      outer?.throwIfAborted();
      if (limit.aborted) return undefined;
      throw error;
    }
  }

  /** The finding until the public URL returns the release. */
  get finding(): DnsFinding {
    const { host } = new URL(this.config.deployments.publicOrigin);
    return { code: 'releaseNotSeen', severity: 'error', host };
  }

  /**
   * Loopback is another host in each container. If it does not respond here, the gateways are probed
   * instead.
   */
  private async fetchServed(signal: AbortSignal, to: { address?: string }): Promise<string> {
    const { publicOrigin, probeOrigin } = this.config.deployments;
    const connection = { signal, secureContext: this.trust.tlsContext };
    const answer = await fetchServedRelease(publicOrigin, { ...connection, ...to });
    if (answer !== NO_RESPONSE || !LOOPBACK.test(new URL(publicOrigin).hostname)) return answer;
    return fetchServedRelease(probeOrigin, connection);
  }

  /** An IP address in the settings is trusted; what a name resolves to is checked. */
  private async resolveTarget({ hostname }: URL): Promise<{ address?: string } | undefined> {
    if (hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return {};
    const address = await this.addresses.resolve(hostname);
    return address === undefined ? undefined : { address };
  }
}
