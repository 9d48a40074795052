import { Module } from '@nestjs/common';
import { opsChassis } from './chassis.js';
import { ConfigModule } from './config.module.js';
import { DeploymentWorkerModule } from './deployments/deployment-worker.module.js';

/** The process that builds, switches and looks after deployments. */
@Module({ imports: [ConfigModule, ...opsChassis('ops-worker'), DeploymentWorkerModule] })
export class WorkerModule {}
