import { Module } from '@nestjs/common';
import { DiseasesModule } from '../diseases/diseases.module.js';
import { EntriesModule } from '../entries/entries.module.js';
import { TreatmentsModule } from '../treatments/treatments.module.js';
import { HistoryConsumer } from './history.consumer.js';
import { HistoryRepository } from './history.repository.js';
import { HistoryService } from './history.service.js';

@Module({
  imports: [DiseasesModule, TreatmentsModule, EntriesModule],
  controllers: [HistoryConsumer],
  providers: [HistoryService, HistoryRepository],
  exports: [HistoryService, HistoryRepository],
})
export class HistoryModule {}
