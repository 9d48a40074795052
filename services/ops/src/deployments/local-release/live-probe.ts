import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { OPS_CONFIG, type OpsConfig } from '../../config.js';
import type { DeploymentJob } from '../driver.js';
import { DEPLOYMENT_TIMING, type DeploymentTiming } from '../timing.js';
import { RELEASE_DATA } from './release-data.js';

const PATIENCE_MS = 3_000;
const PAUSE_MS = 400;
/** Several gateways may answer at this address: so many answers in a row must be right. */
const IN_A_ROW = 3;

const told = z.object({ releaseId: z.string() });

/** Asks the live address which release it serves. */
@Injectable()
export class LiveProbe {
  constructor(
    @Inject(OPS_CONFIG) private readonly config: OpsConfig,
    @Inject(DEPLOYMENT_TIMING) private readonly timing: DeploymentTiming,
  ) {}

  /** The public address, once it answers with the release; throws where it does not in time. */
  async run({ deployment, signal, log, check }: DeploymentJob): Promise<string> {
    const wanted = deployment.releaseId.toHexString();
    const { publicOrigin } = this.config.deployments;
    const end = Date.now() + this.timing.probe;
    for (
      let inARow = 0, last = '';
      Date.now() < end;
      await pause(PAUSE_MS, undefined, { signal })
    ) {
      check();
      const answer = await this.ask(signal);
      inARow = answer === wanted ? inARow + 1 : 0;
      if (answer !== last) log(`${publicOrigin} answers with ${answer}.`);
      last = answer;
      if (inARow >= IN_A_ROW) return publicOrigin;
    }
    throw new Error('the live address does not answer with the release');
  }

  private async ask(signal: AbortSignal): Promise<string> {
    const { probeOrigin } = this.config.deployments;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    try {
      const [data, page] = await Promise.all([
        fetch(`${probeOrigin}${RELEASE_DATA}`, { signal: limit, redirect: 'manual' }),
        fetch(`${probeOrigin}/`, { signal: limit, redirect: 'manual' }),
      ]);
      await page.body?.cancel();
      if (page.status !== 200) return `${page.status} for its first page`;
      const found = told.safeParse(await data.json().catch(() => undefined));
      return found.success ? found.data.releaseId : 'no release';
    } catch {
      signal.throwIfAborted();
      return 'nothing';
    }
  }
}
