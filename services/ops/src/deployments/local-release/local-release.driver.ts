import { Injectable } from '@nestjs/common';
import { ActiveReleaseRepository } from '../active-release.repository.js';
import type { DeploymentRecord } from '../deployment.schema.js';
import type { DeploymentDriver, DeploymentJob } from '../driver.js';
import { failingAs } from '../failure.js';
import { ReleasesRepository } from '../releases.repository.js';
import { LiveProbe } from './live-probe.js';
import { Publisher } from './publisher.js';
import { SiteBuilder } from './site-builder.js';
import { Switcher } from './switcher.js';

/** Builds the application here, keeps releases in object storage, and has the gateways serve them. */
@Injectable()
export class LocalReleaseDriver implements DeploymentDriver {
  constructor(
    private readonly active: ActiveReleaseRepository,
    private readonly releases: ReleasesRepository,
    private readonly builder: SiteBuilder,
    private readonly publisher: Publisher,
    private readonly switcher: Switcher,
    private readonly liveProbe: LiveProbe,
  ) {}

  async prepare(job: DeploymentJob): Promise<void> {
    if (!job.deployment.base) {
      const { version, releaseId } = await this.active.get();
      await job.remember({ base: { version, releaseId } });
    }
    await failingAs('internal', job.signal, () => this.builder.makeRoom(job.deployment));
  }

  async build(job: DeploymentJob): Promise<void> {
    await failingAs('buildFailed', job.signal, () => this.builder.build(job));
  }

  async publish(job: DeploymentJob): Promise<void> {
    const { kind, releaseId } = job.deployment;
    if (kind === 'rollback') await this.publisher.checkAgain(job);
    else if (!(await this.releases.find(releaseId))) {
      // The files may have gone with the machine of a worker that died: then they are built again.
      const folder = await failingAs('buildFailed', job.signal, () => this.builder.build(job));
      await this.publisher.publish(folder, job);
    }
    await job.remember({ isPublished: true });
  }

  async activate({ deployment, check }: DeploymentJob): Promise<void> {
    check();
    await this.switcher.activate(deployment);
  }

  async probe(job: DeploymentJob): Promise<string | undefined> {
    return failingAs('probeFailed', job.signal, () => this.liveProbe.run(job));
  }

  async rollback(deployment: DeploymentRecord): Promise<void> {
    await this.switcher.rollback(deployment);
  }

  async tidy(deployment: DeploymentRecord, prove: () => Promise<void>): Promise<void> {
    await prove();
    await this.builder.clear(deployment);
    await this.publisher.prune(deployment.releaseId, prove);
  }
}
