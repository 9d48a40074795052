import { ObjectStore } from '@ctdb/chassis/storage';
import { Module } from '@nestjs/common';
import { OPS_CONFIG, type OpsConfig } from '../config.js';
import { DnsCheckModule } from '../dns/dns.module.js';
import { ActiveReleaseRepository } from './active-release.repository.js';
import { DeploymentFinisher } from './deployment-finisher.js';
import { DeploymentReconciler } from './deployment-reconciler.js';
import { DeploymentProcessor } from './deployment.processor.js';
import { DeploymentsConsumer } from './deployments.consumer.js';
import { DeploymentsRepository } from './deployments.repository.js';
import { DeploymentsService } from './deployments.service.js';
import { DomainVerifier } from './domain-verifier.js';
import { InstallationRepository } from './installation.repository.js';
import { ActiveReleaseProbe } from './local-release/active-release-probe.js';
import { LocalReleaseDriver } from './local-release/local-release.driver.js';
import { PublicUrlProbe } from './local-release/public-url-probe.js';
import { ReleasePublisher } from './local-release/publisher.js';
import { ReleaseActivator } from './local-release/release-activator.js';
import { SiteBuilder } from './local-release/site-builder.js';
import { SmokeTest } from './local-release/smoke-test.js';
import { DeploymentLogRepository } from './log.repository.js';
import { ReleasesRepository } from './releases.repository.js';
import { ReleasesService } from './releases.service.js';
import { StageRunner } from './stages.js';

/** What both processes need of deployments. */
@Module({
  imports: [DnsCheckModule],
  providers: [
    ActiveReleaseRepository,
    DeploymentFinisher,
    DeploymentsRepository,
    DomainVerifier,
    InstallationRepository,
    DeploymentLogRepository,
    PublicUrlProbe,
    DeploymentReconciler,
    ReleasesRepository,
    ReleaseActivator,
    {
      provide: ObjectStore,
      inject: [OPS_CONFIG],
      useFactory: ({ deployments }: OpsConfig) => new ObjectStore(deployments.storage),
    },
  ],
  exports: [
    ActiveReleaseRepository,
    DnsCheckModule,
    DeploymentFinisher,
    DeploymentsRepository,
    DomainVerifier,
    InstallationRepository,
    DeploymentLogRepository,
    PublicUrlProbe,
    ReleasesRepository,
    ObjectStore,
    ReleaseActivator,
  ],
})
class DeploymentDataModule {}

/** Deployments and releases: their messages. */
@Module({
  imports: [DeploymentDataModule],
  controllers: [DeploymentsConsumer],
  providers: [DeploymentsService, ReleasesService],
})
export class DeploymentsModule {}

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
