import { Module } from '@nestjs/common';
import { CatchUp } from './catch-up.js';
import { RegistryProjection } from './registry-projection.js';
import { RegistrySource } from './registry-source.repository.js';
import { RevisionsRepository } from './revisions.repository.js';

@Module({
  providers: [RegistryProjection, RegistrySource, RevisionsRepository, CatchUp],
  exports: [RegistryProjection],
})
export class ProjectionModule {}
