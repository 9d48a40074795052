import { Module } from '@nestjs/common';
import { DeploymentProcessor } from './deployments/deployment.processor.js';
import { ActiveReleaseProbe } from './deployments/releases/active-release-probe.js';
import { InstallationRepository } from './deployments/releases/installation.repository.js';
import { ReleasePublisher } from './deployments/releases/release-publisher.js';
import { SiteBuilder } from './deployments/releases/site-builder.js';
import { SmokeTest } from './deployments/releases/smoke-test.js';
import { StageRunner } from './deployments/stages.js';
import { OpsCoreModule } from './ops-core.module.js';

/** The process that works on deployments. */
@Module({
  imports: [OpsCoreModule.forProcess('ops-worker')],
  providers: [
    ActiveReleaseProbe,
    DeploymentProcessor,
    InstallationRepository,
    ReleasePublisher,
    SiteBuilder,
    SmokeTest,
    StageRunner,
  ],
})
export class WorkerModule {}
