import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { OPS_CONFIG, type OpsConfig } from '../../config.js';
import { TrustStore } from '../../dns/outbound.js';
import type { DeploymentSession } from '../session.js';
import { UserVisibleError } from '../failure.js';
import { PublicUrlProbe } from './public-url-probe.js';
import { fetchServedRelease } from './site-requests.js';

/** How long the gateways may take to answer with the release. */
export const activeProbeTiming = { timeoutMs: 20_000, intervalMs: 400 };
/** Several gateways may answer at this address: so many answers in a row must be right. */
const REQUIRED_MATCHES = 3;

/** Checks which release the gateways serve. */
@Injectable()
export class ActiveReleaseProbe {
  constructor(
    @Inject(OPS_CONFIG) private readonly config: OpsConfig,
    private readonly trust: TrustStore,
    private readonly publicProbe: PublicUrlProbe,
  ) {}

  /**
   * Throws if the gateways do not serve the release in time. Returns the public URL if it serves the
   * release, too.
   */
  async run(session: DeploymentSession): Promise<string | undefined> {
    const { publicOrigin, probeOrigin } = this.config.deployments;
    await this.waitFor(probeOrigin, session);
    if (publicOrigin === probeOrigin) return publicOrigin;
    session.log(`Asking ${publicOrigin}.`);
    return this.publicProbe.check(session.deployment, session.signal);
  }

  private async waitFor(
    origin: string,
    { deployment, signal, log }: DeploymentSession,
  ): Promise<void> {
    const wanted = deployment.releaseId.toHexString();
    const connection = { signal, secureContext: this.trust.tlsContext };
    const end = Date.now() + activeProbeTiming.timeoutMs;
    for (
      let inARow = 0, last = '';
      Date.now() < end;
      await pause(activeProbeTiming.intervalMs, undefined, { signal })
    ) {
      signal.throwIfAborted();
      const answer = await fetchServedRelease(origin, connection);
      inARow = answer === wanted ? inARow + 1 : 0;
      if (answer !== last) log(`${origin} answers with ${answer}.`);
      last = answer;
      if (inARow >= REQUIRED_MATCHES) return;
    }
    throw new UserVisibleError(`${origin} does not answer with the release.`);
  }
}
