import { Module } from '@nestjs/common';

/** Deployments and releases: what is asked and told. */
@Module({})
export class DeploymentsModule {}
