import { Module } from '@nestjs/common';
import { ProjectionModule } from '../projection/projection.module.js';
import { DiseaseEvents } from './disease-events.js';
import { DiseasesConsumer } from './diseases.consumer.js';
import { DiseasesRepository } from './diseases.repository.js';
import { DiseasesService } from './diseases.service.js';

@Module({
  imports: [ProjectionModule],
  controllers: [DiseasesConsumer],
  providers: [DiseasesService, DiseasesRepository, DiseaseEvents],
  exports: [DiseasesService, DiseasesRepository, DiseaseEvents],
})
export class DiseasesModule {}
