import { Module } from '@nestjs/common';
import { DiseasesModule } from '../diseases/diseases.module.js';
import { catalogModels } from '../models.js';
import { HistoryRepository, NotesRepository } from './entries.repository.js';
import { HistoryConsumer } from './history.consumer.js';
import { HistoryService } from './history.service.js';
import { HoldersService } from './holders.service.js';
import { NotesConsumer } from './notes.consumer.js';
import { NotesService } from './notes.service.js';
import { TreatmentViews } from './treatment-views.js';
import { TreatmentsConsumer } from './treatments.consumer.js';
import { TreatmentsRepository } from './treatments.repository.js';
import { TreatmentsService } from './treatments.service.js';

@Module({
  imports: [catalogModels, DiseasesModule],
  controllers: [TreatmentsConsumer, NotesConsumer, HistoryConsumer],
  providers: [
    TreatmentsService,
    TreatmentsRepository,
    TreatmentViews,
    HoldersService,
    NotesService,
    NotesRepository,
    HistoryService,
    HistoryRepository,
  ],
  exports: [TreatmentsRepository, NotesService, NotesRepository, HistoryService, HistoryRepository],
})
export class TreatmentsModule {}
