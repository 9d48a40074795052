import {
  AMQP_NAMES,
  AmqpLink,
  AppLogger,
  HeartbeatEar,
  QueueDepths,
  type AmqpNames,
} from '@ctdb/chassis';
import { Module } from '@nestjs/common';
import { DeadLettersModule } from '../dead-letters/dead-letters.module.js';
import { DnsModule } from '../dns/dns.module.js';
import { EventQueues } from './event-queues.js';
import { JobQueues } from './job-queues.js';
import { OverviewConsumer } from './overview.consumer.js';
import { OverviewFigures } from './overview.figures.js';
import { OverviewService } from './overview.service.js';
import { ProcessesService } from './processes.service.js';

/** How the installation is. */
@Module({
  imports: [DeadLettersModule, DnsModule],
  controllers: [OverviewConsumer],
  providers: [
    OverviewFigures,
    OverviewService,
    ProcessesService,
    EventQueues,
    JobQueues,
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
