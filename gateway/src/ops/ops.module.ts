import { Module } from '@nestjs/common';
import { DnsController } from './dns.controller.js';

/** Domains, deployments, the audit trail, dead letters and the state of the installation. */
@Module({ controllers: [DnsController] })
export class OpsModule {}
