import { Module } from '@nestjs/common';
import { DiseasesModule } from '../diseases/diseases.module.js';
import { FreeSampleModule } from '../free-sample/free-sample.module.js';
import { catalogModels } from '../records/models.js';
import { TreatmentsModule } from '../treatments/treatments.module.js';
import { SamplesConsumer } from './samples.consumer.js';
import { SamplesRepository } from './samples.repository.js';
import { SamplesService } from './samples.service.js';

@Module({
  imports: [catalogModels, DiseasesModule, FreeSampleModule, TreatmentsModule],
  controllers: [SamplesConsumer],
  providers: [SamplesService, SamplesRepository],
  exports: [SamplesService],
})
export class SeedModule {}
