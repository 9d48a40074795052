import { Module } from '@nestjs/common';
import { AuditConsumer } from './audit.consumer.js';
import { AuditRepository } from './audit.repository.js';
import { AuditService } from './audit.service.js';

/** The audit trail. */
@Module({ controllers: [AuditConsumer], providers: [AuditService, AuditRepository] })
export class AuditModule {}
