import { Injectable } from '@nestjs/common';
import { ActiveSiteRepository } from './active-site.repository.js';
import type { DeploymentRecord } from './deployment.record.js';
import { DeploymentError } from './failure.js';

const MAX_ATTEMPTS = 10;

/** Shows visitors what a deployment has made, and what they saw before. */
@Injectable()
export class SiteSwitch {
  constructor(private readonly active: ActiveSiteRepository) {}

  /** Switches unless this deployment has done so; `switchLost` if another write came first. */
  async activate(deployment: DeploymentRecord): Promise<void> {
    const { _id, base, releaseId, projectName, domain, site } = deployment;
    const now = await this.active.get();
    if (now.shown?.deploymentId.equals(_id)) return;
    const isSwitched =
      base?.version === now.version &&
      (await this.active.switch(now, {
        releaseId,
        deploymentId: _id,
        site: site?.hash ?? '',
        projectName,
        ...(domain !== undefined && { domain }),
        isVerified: false,
        deployedAt: new Date(),
      }));
    if (!isSwitched) throw new DeploymentError('switchLost');
  }

  /**
   * Restores what was there before if this deployment has switched. If not, its worker may only be
   * paused: the pointer is written, so that a late switch of that worker fails.
   */
  async restore({ _id, base }: DeploymentRecord): Promise<void> {
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      const now = await this.active.get();
      if (now.shown?.deploymentId.equals(_id)) {
        if (await this.active.switch(now, base?.shown)) return;
      } else if (base?.version !== now.version || (await this.active.bumpVersion(now))) return;
    }
    throw new Error('updating the active site failed: too many concurrent writes');
  }
}
