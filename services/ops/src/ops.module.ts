import { Module } from '@nestjs/common';
import { AuditModule } from './audit/audit.module.js';
import { opsChassis } from './chassis.js';
import { DeploymentsModule } from './deployments/deployments.module.js';
import { DnsModule } from './dns/dns.module.js';
import { OverviewModule } from './overview/overview.module.js';

/** The process that answers messages and keeps the audit trail; deployments are the worker's. */
@Module({
  imports: [...opsChassis('ops'), DnsModule, DeploymentsModule, AuditModule, OverviewModule],
})
export class OpsModule {}
