import { Module } from '@nestjs/common';
import { ColorsModule } from '../colors/colors.module.js';
import { DiseasesModule } from '../diseases/diseases.module.js';
import { PatientsModule } from '../patients/patients.module.js';
import { catalogModels } from '../records/models.js';
import { EntriesConsumer } from './entries.consumer.js';
import { HistoryRepository, NotesRepository } from './entries.repository.js';
import { HistoryService } from './history.service.js';
import { NotesService } from './notes.service.js';
import { TreatmentViews } from './treatment-views.js';
import { TreatmentsConsumer } from './treatments.consumer.js';
import { TreatmentsRepository } from './treatments.repository.js';
import { TreatmentsService } from './treatments.service.js';

@Module({
  imports: [catalogModels, ColorsModule, DiseasesModule, PatientsModule],
  controllers: [TreatmentsConsumer, EntriesConsumer],
  providers: [
    TreatmentsService,
    TreatmentsRepository,
    TreatmentViews,
    NotesService,
    NotesRepository,
    HistoryService,
    HistoryRepository,
  ],
  exports: [TreatmentsRepository, NotesService, NotesRepository, HistoryService, HistoryRepository],
})
export class TreatmentsModule {}
