import { Module } from '@nestjs/common';
import { DiseasesModule } from '../diseases/diseases.module.js';
import { PatientsModule } from '../patients/patients.module.js';
import { catalogModels } from '../records/models.js';
import { TreatmentsModule } from '../treatments/treatments.module.js';
import { PurgeRepository } from './purge.repository.js';
import { PurgeService } from './purge.service.js';
import { TrashConsumer } from './trash.consumer.js';
import { TrashService } from './trash.service.js';

@Module({
  imports: [catalogModels, DiseasesModule, PatientsModule, TreatmentsModule],
  controllers: [TrashConsumer],
  providers: [TrashService, PurgeService, PurgeRepository],
})
export class TrashModule {}
