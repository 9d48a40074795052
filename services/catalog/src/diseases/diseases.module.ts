import { Module } from '@nestjs/common';
import { catalogModels } from '../models.js';
import { RegistryProjection } from '../projection/registry-projection.js';
import { RegistrySourceRepository } from '../projection/registry-source.repository.js';
import { ChangesRepository } from '../projection/changes.repository.js';
import { DiseasesConsumer } from './diseases.consumer.js';
import { DiseasesRepository } from './diseases.repository.js';
import { DiseasesService } from './diseases.service.js';

@Module({
  imports: [catalogModels],
  controllers: [DiseasesConsumer],
  providers: [
    DiseasesService,
    DiseasesRepository,
    RegistryProjection,
    RegistrySourceRepository,
    ChangesRepository,
  ],
  exports: [DiseasesService, DiseasesRepository, RegistryProjection],
})
export class DiseasesModule {}
