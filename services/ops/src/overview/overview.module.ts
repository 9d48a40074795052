import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { DnsModule } from '../dns/dns.module.js';
import { OverviewConsumer } from './overview.consumer.js';
import { OverviewMetrics } from './overview.metrics.js';
import { OverviewService } from './overview.service.js';
import { ProcessesService } from './processes.service.js';
import { EventQueueReader, JobQueueReader } from './queue-readers.js';

/** The state of the installation. */
@Module({
  imports: [AuditModule, DnsModule],
  controllers: [OverviewConsumer],
  providers: [OverviewMetrics, OverviewService, ProcessesService, EventQueueReader, JobQueueReader],
})
export class OverviewModule {}
