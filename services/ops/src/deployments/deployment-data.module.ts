import { ObjectStore } from '@ctdb/chassis/storage';
import { Module } from '@nestjs/common';
import { OPS_CONFIG, type OpsConfig } from '../config.js';
import { DnsCheckModule } from '../dns/dns-check.module.js';
import { DnsCheckService } from '../dns/dns-check.service.js';
import { ActiveReleaseRepository } from './active-release.repository.js';
import { DeploymentEnd } from './deployment-end.js';
import { DeploymentQueue } from './deployment-queue.js';
import { DeploymentsRepository } from './deployments.repository.js';
import { DOMAIN_CHECKER, DomainLooker } from './domain-look.js';
import { InstallationRepository } from './installation.repository.js';
import { PublicProbe } from './local-release/public-probe.js';
import { Switcher } from './local-release/switcher.js';
import { LogRepository } from './log.repository.js';
import { Reaper } from './reaper.js';
import { ReleasesRepository } from './releases.repository.js';
import { DEPLOYMENT_TIMING, deploymentTiming } from './timing.js';

/** What both processes do with deployments: keep them, tell of them, end those that are lost. */
@Module({
  imports: [DnsCheckModule],
  providers: [
    ActiveReleaseRepository,
    DeploymentEnd,
    DeploymentQueue,
    DeploymentsRepository,
    DomainLooker,
    InstallationRepository,
    LogRepository,
    PublicProbe,
    Reaper,
    ReleasesRepository,
    Switcher,
    {
      provide: ObjectStore,
      inject: [OPS_CONFIG],
      useFactory: ({ deployments }: OpsConfig) => new ObjectStore(deployments.storage),
    },
    { provide: DOMAIN_CHECKER, useExisting: DnsCheckService },
    { provide: DEPLOYMENT_TIMING, useValue: deploymentTiming },
  ],
  exports: [
    ActiveReleaseRepository,
    DnsCheckModule,
    DEPLOYMENT_TIMING,
    DeploymentEnd,
    DeploymentQueue,
    DeploymentsRepository,
    DomainLooker,
    InstallationRepository,
    LogRepository,
    PublicProbe,
    ReleasesRepository,
    ObjectStore,
    Switcher,
  ],
})
export class DeploymentDataModule {}
