import { Module } from '@nestjs/common';
import { DeploymentDataModule } from './deployment-data.module.js';
import { DeploymentProcessor } from './deployment.processor.js';
import { ActiveReleaseProbe } from './local-release/active-release-probe.js';
import { LocalReleaseDriver } from './local-release/local-release.driver.js';
import { ReleasePublisher } from './local-release/publisher.js';
import { SiteBuilder } from './local-release/site-builder.js';
import { SmokeTest } from './local-release/smoke-test.js';
import { StageRunner } from './stages.js';

/** Deployments: the work. */
@Module({
  imports: [DeploymentDataModule],
  providers: [
    DeploymentProcessor,
    ActiveReleaseProbe,
    ReleasePublisher,
    SiteBuilder,
    SmokeTest,
    StageRunner,
    LocalReleaseDriver,
  ],
})
export class DeploymentWorkerModule {}
