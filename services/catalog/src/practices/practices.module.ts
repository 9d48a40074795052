import { Module } from '@nestjs/common';
import { DiseasesModule } from '../diseases/diseases.module.js';
import { PatientsModule } from '../patients/patients.module.js';
import { catalogModels } from '../records/models.js';
import { PracticesConsumer } from './practices.consumer.js';
import { PracticesRepository } from './practices.repository.js';
import { PracticesService } from './practices.service.js';

@Module({
  imports: [catalogModels, DiseasesModule, PatientsModule],
  controllers: [PracticesConsumer],
  providers: [PracticesService, PracticesRepository],
})
export class PracticesModule {}
