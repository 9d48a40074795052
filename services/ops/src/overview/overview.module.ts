import {
  AMQP_NAMES,
  AmqpLink,
  AppLogger,
  HeartbeatEar,
  QueueDepths,
  type AmqpNames,
} from '@ctdb/chassis';
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
  providers: [
    OverviewMetrics,
    OverviewService,
    ProcessesService,
    EventQueueReader,
    JobQueueReader,
    {
      provide: HeartbeatEar,
      inject: [AmqpLink, AMQP_NAMES, AppLogger],
      useFactory: (link: AmqpLink, names: AmqpNames, logger: AppLogger) =>
        new HeartbeatEar({ link, names, logger }),
    },
    {
      provide: QueueDepths,
      inject: [AmqpLink],
      useFactory: (link: AmqpLink) => new QueueDepths(link),
    },
  ],
})
export class OverviewModule {}
