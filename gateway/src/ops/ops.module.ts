import { Module } from '@nestjs/common';
import { SiteModule } from '../site/site.module.js';
import { DeploymentsController } from './deployments.controller.js';
import { DnsController } from './dns.controller.js';
import { OverviewController } from './overview.controller.js';

/** Domains, deployments, the audit trail, dead letters and the state of the installation. */
@Module({
  imports: [SiteModule],
  controllers: [DeploymentsController, DnsController, OverviewController],
})
export class OpsModule {}
