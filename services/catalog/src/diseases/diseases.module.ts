import { Module } from '@nestjs/common';
import { catalogModels } from '../records/models.js';
import { DiseasesConsumer } from './diseases.consumer.js';
import { DiseasesRepository } from './diseases.repository.js';
import { DiseasesService } from './diseases.service.js';
import { CachedFigures } from './projection/cached-figures.js';
import { ChangesRepository } from './projection/changes.repository.js';
import { FacetProjection } from './projection/facet-projection.js';
import { RegistryProjection } from './projection/registry-projection.js';
import { RegistrySourceRepository } from './projection/registry-source.repository.js';
import { RegistryMetrics } from './projection/registry.metrics.js';

@Module({
  imports: [catalogModels],
  controllers: [DiseasesConsumer],
  providers: [
    DiseasesService,
    DiseasesRepository,
    RegistryProjection,
    CachedFigures,
    RegistrySourceRepository,
    FacetProjection,
    ChangesRepository,
    RegistryMetrics,
  ],
  exports: [DiseasesService, DiseasesRepository, RegistryProjection, CachedFigures],
})
export class DiseasesModule {}
