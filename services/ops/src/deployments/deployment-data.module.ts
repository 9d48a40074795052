import { ObjectStore } from '@ctdb/chassis/storage';
import { Module } from '@nestjs/common';
import { OPS_CONFIG, type OpsConfig } from '../config.js';
import { DnsCheckModule } from '../dns/dns.module.js';
import { ActiveReleaseRepository } from './active-release.repository.js';
import { DeploymentFinisher } from './deployment-finisher.js';
import { DeploymentReconciler } from './deployment-reconciler.js';
import { DeploymentsRepository } from './deployments.repository.js';
import { DomainVerifier } from './domain-verifier.js';
import { InstallationRepository } from './installation.repository.js';
import { PublicUrlProbe } from './local-release/public-url-probe.js';
import { ReleaseActivator } from './local-release/release-activator.js';
import { DeploymentLogRepository } from './log.repository.js';
import { ReleasesRepository } from './releases.repository.js';

/** What both processes do with deployments: keep them, tell of them, end those that are lost. */
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
export class DeploymentDataModule {}
