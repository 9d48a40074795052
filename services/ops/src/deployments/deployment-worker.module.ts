import { Module } from '@nestjs/common';
import { DeploymentDataModule } from './deployment-data.module.js';
import { DeploymentQueueWorker } from './deployment-queue.worker.js';
import { DeploymentWorker } from './deployment-worker.js';
import { DEPLOYMENT_DRIVER } from './driver.js';
import { LiveProbe } from './local-release/live-probe.js';
import { LocalReleaseDriver } from './local-release/local-release.driver.js';
import { Publisher } from './local-release/publisher.js';
import { SiteBuilder } from './local-release/site-builder.js';
import { SmokeCheck } from './local-release/smoke-check.js';
import { Reconciler } from './reconciler.js';
import { Stages } from './stages.js';

/** Deployments: the work. */
@Module({
  imports: [DeploymentDataModule],
  providers: [
    DeploymentQueueWorker,
    DeploymentWorker,
    LiveProbe,
    Publisher,
    Reconciler,
    SiteBuilder,
    SmokeCheck,
    Stages,
    { provide: DEPLOYMENT_DRIVER, useClass: LocalReleaseDriver },
  ],
})
export class DeploymentWorkerModule {}
