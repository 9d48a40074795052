import { Injectable } from '@nestjs/common';
import { ActiveReleaseRepository } from '../active-release.repository.js';
import type { DeploymentRecord } from '../deployment.schema.js';
import type { DeploymentSession } from '../session.js';
import { withErrorCode } from '../failure.js';
import { ReleasesRepository } from '../releases.repository.js';
import { ActiveReleaseProbe } from './active-release-probe.js';
import { ReleasePublisher } from './publisher.js';
import { SiteBuilder } from './site-builder.js';
import { ReleaseActivator } from './release-activator.js';

/**
 * Builds the application here, keeps releases in object storage, and has the gateways serve them. Every
 * step may be repeated after it was cut off anywhere, by another process on another machine, and then
 * ends where doing it once would have. A step throws a `DeploymentError`; any other error is one of the
 * database, or a bug.
 */
@Injectable()
export class LocalReleaseDriver {
  constructor(
    private readonly active: ActiveReleaseRepository,
    private readonly releases: ReleasesRepository,
    private readonly builder: SiteBuilder,
    private readonly publisher: ReleasePublisher,
    private readonly activator: ReleaseActivator,
    private readonly liveProbe: ActiveReleaseProbe,
  ) {}

  async prepare(session: DeploymentSession): Promise<void> {
    if (!session.deployment.base) {
      const { version, releaseId } = await this.active.get();
      await session.save({ base: { version, releaseId } });
    }
    await withErrorCode('internal', session.signal, () =>
      this.builder.removeOldBuilds(session.deployment),
    );
  }

  async build(session: DeploymentSession): Promise<void> {
    await withErrorCode('buildFailed', session.signal, () => this.builder.build(session));
  }

  async publish(session: DeploymentSession): Promise<void> {
    const { kind, releaseId } = session.deployment;
    if (kind === 'rollback') await this.publisher.recheck(session);
    else if (!(await this.releases.find(releaseId))) {
      // The files may have gone with the machine of a worker that died: then they are built again.
      const folder = await withErrorCode('buildFailed', session.signal, () =>
        this.builder.build(session),
      );
      await this.publisher.publish(folder, session);
    }
    await session.save({ isPublished: true });
  }

  async activate(session: DeploymentSession): Promise<void> {
    await session.assertHeld();
    await this.activator.activate(session.deployment);
  }

  /** Waits until the release is served; gives the public URL where that answers with it, too. */
  async probe(session: DeploymentSession): Promise<string | undefined> {
    return withErrorCode('probeFailed', session.signal, () => this.liveProbe.run(session));
  }

  /** Puts back what was live before, and makes a later `activate` of this deployment fail. */
  async rollback(deployment: DeploymentRecord): Promise<void> {
    await this.activator.rollback(deployment);
  }

  /**
   * Removes what is needed no more, after an end of either kind. `assertHeld` runs before each removal,
   * so that a worker that was asleep removes nothing.
   */
  async cleanUp(deployment: DeploymentRecord, assertHeld: () => Promise<void>): Promise<void> {
    await assertHeld();
    await this.builder.removeBuild(deployment);
    await this.publisher.removeExpired(deployment.releaseId, assertHeld);
  }
}
