import { ChassisModule, ConfigModule, recordModels } from '@ctdb/chassis';
import { JobsModule } from '@ctdb/chassis/jobs';
import { ObjectStore } from '@ctdb/chassis/storage';
import { jobQueues } from '@ctdb/contracts';
import { loadConfig, OPS_CONFIG, type OpsConfig } from './config.js';
import { DeadLetterRecord } from './dead-letters/dead-letter.record.js';
import { ActiveSite, ActiveSiteRepository } from './deployments/active-site.repository.js';
import { DeploymentFinisher } from './deployments/deployment-finisher.js';
import { DeploymentRecord } from './deployments/deployment.record.js';
import { DeploymentsRepository } from './deployments/deployments.repository.js';
import { Installation, InstallationRepository } from './deployments/installation.repository.js';
import { LiveProbe } from './deployments/live-probe.js';
import { DeploymentLogRepository, LogPart } from './deployments/log.repository.js';
import { releasesToDeployments } from './deployments/releases.migration.js';
import { SiteRecord, SitesRepository } from './deployments/sites.repository.js';
import { CertificateRecord } from './certificates/certificates.repository.js';
import { DnsCheckService } from './dns/dns-check.service.js';
import { DNS_CONFIG } from './dns/dns.config.js';
import { DomainProviderRecord } from './dns/domain-provider.repository.js';
import { LegalPageRecord } from './legal-pages/legal-pages.repository.js';

/** The providers that each process of ops uses. */
export const coreProviders = [
  ActiveSiteRepository,
  DeploymentFinisher,
  DeploymentLogRepository,
  DeploymentsRepository,
  DnsCheckService,
  InstallationRepository,
  LiveProbe,
  SitesRepository,
  { provide: DNS_CONFIG, useExisting: OPS_CONFIG },
  {
    provide: ObjectStore,
    inject: [OPS_CONFIG],
    useFactory: ({ deployments }: OpsConfig) => new ObjectStore(deployments.storage),
  },
];

/** The modules that each process of ops uses: configuration, servers, the queue, records. */
export const coreModules = (service: string) => [
  ConfigModule.forRoot(OPS_CONFIG, loadConfig),
  ChassisModule.forRoot({
    service,
    mongo: true,
    redis: true,
    migrations: [releasesToDeployments],
    outboxCollections: ['deployments', 'dead_letters', 'domain_provider', 'legal_pages', 'mails'],
  }),
  JobsModule.forRoot({ service: 'ops', queues: jobQueues.ops }),
  recordModels(
    ActiveSite,
    CertificateRecord,
    DeadLetterRecord,
    DeploymentRecord,
    DomainProviderRecord,
    Installation,
    LegalPageRecord,
    LogPart,
    SiteRecord,
  ),
];
