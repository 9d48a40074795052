import { MailModule } from '@ctdb/chassis/mail';
import { Module } from '@nestjs/common';
import { AlertsConsumer } from './alerts/alerts.consumer.js';
import { AlertsService } from './alerts/alerts.service.js';
import { AuditConsumer } from './audit/audit.consumer.js';
import { AuditModule } from './audit/audit.module.js';
import { BackupsService } from './backups/backups.service.js';
import { OPS_CONFIG, type OpsConfig } from './config.js';
import { DeadLettersConsumer } from './dead-letters/dead-letters.consumer.js';
import { DeadLettersRepository } from './dead-letters/dead-letters.repository.js';
import { DeadLettersService } from './dead-letters/dead-letters.service.js';
import { DeploymentsConsumer } from './deployments/deployments.consumer.js';
import { DeploymentsService } from './deployments/deployments.service.js';
import { SitesService } from './deployments/sites.service.js';
import { CertificateMonitor } from './certificates/certificate-monitor.js';
import { CertificatesRepository } from './certificates/certificates.repository.js';
import { DnsConsumer } from './dns/dns.consumer.js';
import { DomainProviderRepository } from './dns/domain-provider.repository.js';
import { LegalPagesConsumer } from './legal-pages/legal-pages.consumer.js';
import { LegalPagesRepository } from './legal-pages/legal-pages.repository.js';
import { LegalPagesService } from './legal-pages/legal-pages.service.js';
import { coreModules, coreProviders } from './ops-core.module.js';
import { OverviewConsumer } from './overview/overview.consumer.js';
import { OverviewMetrics } from './overview/overview.metrics.js';
import { OverviewService } from './overview/overview.service.js';
import { ProcessesService } from './overview/processes.service.js';
import { PublicAddressMonitor } from './overview/public-address.monitor.js';
import { QueueReader } from './overview/queue-reader.js';
import { WarningsService } from './warnings/warnings.service.js';

/** The process that answers messages and keeps the audit trail. The worker does the deployments. */
@Module({
  imports: [
    ...coreModules('ops'),
    MailModule.forRoot({
      service: 'ops',
      config: OPS_CONFIG,
      settings: ({ mail }: OpsConfig) => mail,
    }),
    AuditModule,
  ],
  controllers: [
    AlertsConsumer,
    AuditConsumer,
    DeadLettersConsumer,
    DeploymentsConsumer,
    DnsConsumer,
    LegalPagesConsumer,
    OverviewConsumer,
  ],
  providers: [
    ...coreProviders,
    AlertsService,
    BackupsService,
    CertificateMonitor,
    CertificatesRepository,
    DeadLettersRepository,
    DeadLettersService,
    DeploymentsService,
    DomainProviderRepository,
    LegalPagesRepository,
    LegalPagesService,
    OverviewMetrics,
    OverviewService,
    ProcessesService,
    PublicAddressMonitor,
    QueueReader,
    SitesService,
    WarningsService,
  ],
})
export class OpsModule {}
