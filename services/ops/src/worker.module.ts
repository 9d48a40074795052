import { Module } from '@nestjs/common';
import { DeploymentProcessor } from './deployments/deployment.processor.js';
import { SitePublisher } from './deployments/site-publisher.js';
import { coreModules, coreProviders } from './ops-core.module.js';

/** The process that publishes the site and works on deployments. */
@Module({
  imports: coreModules('ops-worker'),
  providers: [...coreProviders, DeploymentProcessor, SitePublisher],
})
export class WorkerModule {}
