import { ChassisModule, ConfigModule, recordModels } from '@ctdb/chassis';
import { JobsModule } from '@ctdb/chassis/jobs';
import { ObjectStore } from '@ctdb/chassis/storage';
import { jobQueues } from '@ctdb/contracts';
import { Module, type DynamicModule } from '@nestjs/common';
import { loadConfig, OPS_CONFIG, type OpsConfig } from './config.js';
import { DeadLetterRecord } from './dead-letters/dead-letter.record.js';
import { CustomDomain } from './deployments/cluster/custom-domain.js';
import { DeploymentFinisher } from './deployments/deployment-finisher.js';
import { DeploymentRecord } from './deployments/deployment.schema.js';
import { DeploymentsRepository } from './deployments/deployments.repository.js';
import { DomainVerifier } from './deployments/domain-verifier.js';
import { DeploymentLogRepository, LogPart } from './deployments/log.repository.js';
import {
  ActiveRelease,
  ActiveReleaseRepository,
} from './deployments/releases/active-release.repository.js';
import { BundledSiteRecord } from './deployments/releases/bundled-sites.repository.js';
import { Installation } from './deployments/releases/installation.repository.js';
import { PublicUrlProbe } from './deployments/releases/public-url-probe.js';
import { ReleaseActivator } from './deployments/releases/release-activator.js';
import { ReleaseRecord, ReleasesRepository } from './deployments/releases/releases.repository.js';
import { CertificateRecord } from './certificates/certificates.repository.js';
import { DnsCheckService } from './dns/dns-check.service.js';
import { DNS_CONFIG } from './dns/dns.config.js';
import { DomainProviderRecord } from './dns/domain-provider.repository.js';
import { PublicAddress, TrustStore } from './dns/outbound.js';

const shared = [
  ActiveReleaseRepository,
  CustomDomain,
  DeploymentFinisher,
  DeploymentLogRepository,
  DeploymentsRepository,
  DnsCheckService,
  DomainVerifier,
  PublicAddress,
  PublicUrlProbe,
  ReleaseActivator,
  ReleasesRepository,
  TrustStore,
];

/** What each process of ops uses: configuration, servers, the queue, records. */
@Module({})
export class OpsCoreModule {
  static forProcess(service: string): DynamicModule {
    const models = recordModels(
      ActiveRelease,
      BundledSiteRecord,
      CertificateRecord,
      DeadLetterRecord,
      DeploymentRecord,
      DomainProviderRecord,
      Installation,
      LogPart,
      ReleaseRecord,
    );
    return {
      module: OpsCoreModule,
      imports: [
        ConfigModule.forRoot(OPS_CONFIG, loadConfig),
        ChassisModule.forRoot({
          service,
          mongo: true,
          redis: true,
          outboxCollections: ['deployments', 'dead_letters', 'domain_provider', 'mails'],
        }),
        JobsModule.forRoot({ service: 'ops', queues: jobQueues.ops }),
        models,
      ],
      providers: [
        { provide: DNS_CONFIG, useExisting: OPS_CONFIG },
        {
          provide: ObjectStore,
          inject: [OPS_CONFIG],
          useFactory: ({ deployments }: OpsConfig) => new ObjectStore(deployments.storage),
        },
        ...shared,
      ],
      exports: [ObjectStore, models, ...shared],
    };
  }
}
