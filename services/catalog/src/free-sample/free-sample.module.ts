import { Module } from '@nestjs/common';
import { DiseasesModule } from '../diseases/diseases.module.js';
import { catalogModels } from '../records/models.js';
import { TreatmentsModule } from '../treatments/treatments.module.js';
import { FreeSampleConsumer } from './free-sample.consumer.js';
import { FreeSampleRepository } from './free-sample.repository.js';
import { FreeSampleService } from './free-sample.service.js';

@Module({
  imports: [catalogModels, DiseasesModule, TreatmentsModule],
  controllers: [FreeSampleConsumer],
  providers: [FreeSampleService, FreeSampleRepository],
  exports: [FreeSampleRepository],
})
export class FreeSampleModule {}
