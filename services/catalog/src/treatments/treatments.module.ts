import { Module } from '@nestjs/common';
import { DiseasesModule } from '../diseases/diseases.module.js';
import { LiveTreatments } from './live-treatments.js';
import { TreatmentEvents } from './treatment-events.js';
import { TreatmentsConsumer } from './treatments.consumer.js';
import { TreatmentsRepository } from './treatments.repository.js';
import { TreatmentsService } from './treatments.service.js';

@Module({
  imports: [DiseasesModule],
  controllers: [TreatmentsConsumer],
  providers: [TreatmentsService, TreatmentsRepository, LiveTreatments, TreatmentEvents],
  exports: [LiveTreatments, TreatmentsRepository],
})
export class TreatmentsModule {}
