import { Module } from '@nestjs/common';

/** Deployments: the work. */
@Module({})
export class DeploymentWorkerModule {}
