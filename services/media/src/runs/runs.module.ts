import { Module } from '@nestjs/common';
import { BackupLogRepository } from './backup-log.repository.js';
import { RunsRepository } from './runs.repository.js';
import { RunsService } from './runs.service.js';

const providers = [BackupLogRepository, RunsRepository, RunsService];

/** Runs as all processes use them: start them, read them, end those that are lost. */
@Module({ providers, exports: providers })
export class RunsModule {}
