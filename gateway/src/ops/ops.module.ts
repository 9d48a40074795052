import { Module } from '@nestjs/common';

/** Domains, deployments, the audit trail, dead letters and the state of the installation. */
@Module({ controllers: [] })
export class OpsModule {}
