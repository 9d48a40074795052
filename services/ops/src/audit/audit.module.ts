import { Module } from '@nestjs/common';
import { DeadLettersConsumer } from '../dead-letters/dead-letters.consumer.js';
import { DeadLettersRepository } from '../dead-letters/dead-letters.repository.js';
import { DeadLettersService } from '../dead-letters/dead-letters.service.js';
import { AuditConsumer } from './audit.consumer.js';
import { AuditRepository } from './audit.repository.js';
import { AuditService } from './audit.service.js';

/** The audit trail, and events that a service rejected for the last time. */
@Module({
  controllers: [AuditConsumer, DeadLettersConsumer],
  providers: [AuditService, AuditRepository, DeadLettersService, DeadLettersRepository],
  exports: [DeadLettersService],
})
export class AuditModule {}
