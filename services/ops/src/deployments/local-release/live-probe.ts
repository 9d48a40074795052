import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { OPS_CONFIG, type OpsConfig } from '../../config.js';
import { Trust } from '../../dns/trust.js';
import type { DeploymentJob } from '../driver.js';
import { Explained } from '../failure.js';
import { DEPLOYMENT_TIMING, type DeploymentTiming } from '../timing.js';
import { PublicProbe } from './public-probe.js';
import { releaseSeenAt } from './release-seen.js';

const PAUSE_MS = 400;
/** Several gateways may answer at this address: so many answers in a row must be right. */
const IN_A_ROW = 3;

/** Asks the live address which release it serves. */
@Injectable()
export class LiveProbe {
  constructor(
    @Inject(OPS_CONFIG) private readonly config: OpsConfig,
    @Inject(DEPLOYMENT_TIMING) private readonly timing: DeploymentTiming,
    private readonly trust: Trust,
    private readonly publicProbe: PublicProbe,
  ) {}

  /**
   * Throws where the gateways do not answer with the release in time. Gives the public address where
   * that answers with it, too: it may only lead here later, or not from here.
   */
  async run(job: DeploymentJob): Promise<string | undefined> {
    const { publicOrigin, probeOrigin } = this.config.deployments;
    await this.waitFor(probeOrigin, job);
    if (publicOrigin === probeOrigin) return publicOrigin;
    job.log(`Asking ${publicOrigin}.`);
    return this.publicProbe.find(job.deployment, job.signal);
  }

  private async waitFor(
    origin: string,
    { deployment, signal, log, check }: DeploymentJob,
  ): Promise<void> {
    const wanted = deployment.releaseId.toHexString();
    const how = { signal, secureContext: this.trust.context };
    const end = Date.now() + this.timing.probe;
    for (
      let inARow = 0, last = '';
      Date.now() < end;
      await pause(PAUSE_MS, undefined, { signal })
    ) {
      check();
      const answer = await releaseSeenAt(origin, how);
      inARow = answer === wanted ? inARow + 1 : 0;
      if (answer !== last) log(`${origin} answers with ${answer}.`);
      last = answer;
      if (inARow >= IN_A_ROW) return;
    }
    throw new Explained(`${origin} does not answer with the release.`);
  }
}
