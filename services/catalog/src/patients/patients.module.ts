import { Module } from '@nestjs/common';
import { DiseasesModule } from '../diseases/diseases.module.js';
import { objectStore } from '../object-store.js';
import { catalogModels } from '../records/models.js';
import { ErasureJournal } from './erasure-journal.js';
import { ErasuresService } from './erasures.service.js';
import { MentionsRepository } from './mentions.repository.js';
import { PatientChangesService } from './patient-changes.service.js';
import { PatientEntriesRepository } from './patient-entries.repository.js';
import { PatientsConsumer } from './patients.consumer.js';
import { PatientsRepository } from './patients.repository.js';
import { PatientsService } from './patients.service.js';

@Module({
  imports: [catalogModels, DiseasesModule],
  controllers: [PatientsConsumer],
  providers: [
    ErasureJournal,
    ErasuresService,
    MentionsRepository,
    PatientChangesService,
    PatientEntriesRepository,
    PatientsRepository,
    PatientsService,
    objectStore,
  ],
  exports: [
    ErasuresService,
    PatientChangesService,
    PatientEntriesRepository,
    PatientsRepository,
    PatientsService,
  ],
})
export class PatientsModule {}
