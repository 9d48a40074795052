import { Module } from '@nestjs/common';

/** The audit trail. */
@Module({})
export class AuditModule {}
