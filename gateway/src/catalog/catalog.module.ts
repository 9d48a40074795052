import { Module } from '@nestjs/common';
import { MediaModule } from '../media/media.module.js';
import { DiseasesController } from './diseases.controller.js';
import { RegistryPages } from './registry-pages.js';
import { TreatmentsController } from './treatments.controller.js';

/** The routes that the catalog answers. */
@Module({
  imports: [MediaModule],
  controllers: [DiseasesController, TreatmentsController],
  providers: [RegistryPages],
})
export class CatalogModule {}
