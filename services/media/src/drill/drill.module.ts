import { Module } from '@nestjs/common';
import { RestoreModule } from '../restore/restore.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { DrillTask } from './drill.task.js';

@Module({ imports: [RestoreModule, StorageModule], providers: [DrillTask], exports: [DrillTask] })
export class DrillModule {}
