import { Module } from '@nestjs/common';
import { opsChassis } from './chassis.js';
import { DeploymentWorkerModule } from './deployments/deployments.module.js';

/** The process that builds, switches and looks after deployments. */
@Module({ imports: [...opsChassis('ops-worker'), DeploymentWorkerModule] })
export class WorkerModule {}
