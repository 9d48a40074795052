import { Module } from '@nestjs/common';
import { DeploymentDataModule } from './deployment-data.module.js';
import { DeploymentsConsumer } from './deployments.consumer.js';
import { DeploymentsService } from './deployments.service.js';
import { ReleasesService } from './releases.service.js';

/** Deployments and releases: what is asked and told. */
@Module({
  imports: [DeploymentDataModule],
  controllers: [DeploymentsConsumer],
  providers: [DeploymentsService, ReleasesService],
})
export class DeploymentsModule {}
