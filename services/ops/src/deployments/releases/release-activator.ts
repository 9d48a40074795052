import { Inject, Injectable } from '@nestjs/common';
import { OPS_CONFIG, type OpsConfig } from '../../config.js';
import { TrustStore } from '../../dns/outbound.js';
import { ActiveReleaseRepository } from './active-release.repository.js';
import type { DeploymentRecord } from '../deployment.schema.js';
import { DeploymentError } from '../failure.js';
import { ReleasesRepository } from './releases.repository.js';
import { fetchBundledSiteId } from './site-requests.js';

const MAX_ATTEMPTS = 10;

/** Switches the active release, and back. */
@Injectable()
export class ReleaseActivator {
  constructor(
    private readonly active: ActiveReleaseRepository,
    private readonly releases: ReleasesRepository,
    @Inject(OPS_CONFIG) private readonly config: OpsConfig,
    private readonly trust: TrustStore,
  ) {}

  /** Switches unless this deployment has done so; `switchLost` if another write came first. */
  async activate({ _id, releaseId, base }: DeploymentRecord): Promise<void> {
    const now = await this.active.get();
    if (isSameId(now.deploymentId, _id)) return;
    if (!base || now.version !== base.version) throw new DeploymentError('switchLost');
    const isSame = isSameId(now.releaseId, releaseId);
    const previousId = isSame ? now.previousId : now.releaseId;
    const bundle = await fetchBundledSiteId(
      this.config.deployments.probeOrigin,
      this.trust.tlsContext,
    );
    const previousBundle = now.bundle ?? null;
    const to = { releaseId, previousId, deploymentId: _id, bundle, previousBundle };
    if (!(await this.active.switch(now, to))) throw new DeploymentError('switchLost');
  }

  /**
   * Restores the previous release if this deployment has switched. If not, its worker may only be
   * paused: the pointer is written, so that a late switch of that worker fails.
   */
  async rollback({ _id, kind, releaseId, base }: DeploymentRecord): Promise<void> {
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      const now = await this.active.get();
      if (isSameId(now.deploymentId, _id)) {
        const back = {
          releaseId: base?.releaseId ?? null,
          previousId: null,
          deploymentId: null,
          // Not the present one: an updated installation continues to serve its own site.
          bundle: now.previousBundle ?? null,
          previousBundle: null,
        };
        if (!(await this.active.switch(now, back))) continue;
      } else if (base && now.version === base.version && !(await this.active.bumpVersion(now)))
        continue;
      if (kind === 'deploy') await this.releases.markFailed(releaseId);
      return;
    }
    throw new Error('updating the active release failed: too many concurrent writes');
  }
}

const isSameId = (one: DeploymentRecord['_id'] | null, other: DeploymentRecord['_id']): boolean =>
  one?.equals(other) ?? false;
