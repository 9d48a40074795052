import { ChassisModule, ConfigModule } from '@ctdb/chassis';
import { JobsModule } from '@ctdb/chassis/jobs';
import { jobQueues } from '@ctdb/contracts';
import { Module } from '@nestjs/common';
import { CATALOG_CONFIG, loadConfig } from './config.js';
import { ChangesRepository } from './diseases/projection/changes.repository.js';
import { objectStore } from './object-store.js';
import { catalogModels } from './records/models.js';
import { ImportJobsRepository } from './transfer/import-jobs.repository.js';
import { ImportWriter } from './transfer/import-writer.js';
import { ImportProcessor } from './transfer/import.processor.js';

/** The process that does the imports. It keeps no registry in memory. */
@Module({
  imports: [
    ChassisModule.forRoot({
      service: 'catalog-worker',
      mongo: true,
      redis: true,
      outboxCollections: ['imports'],
    }),
    ConfigModule.forRoot(CATALOG_CONFIG, loadConfig),
    JobsModule.forRoot({ service: 'catalog', queues: jobQueues.catalog }),
    catalogModels,
  ],
  providers: [ImportProcessor, ImportWriter, ImportJobsRepository, ChangesRepository, objectStore],
})
export class WorkerModule {}
