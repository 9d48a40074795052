import { Module } from '@nestjs/common';
import { MediaModule } from '../media/media.module.js';
import { DiseasesController } from './diseases.controller.js';
import { HistoryController } from './history.controller.js';
import { InsightsController } from './insights.controller.js';
import { LanguageController } from './language.controller.js';
import { NotesController } from './notes.controller.js';
import { RegistryPages } from './registry-pages.js';
import { TrashController } from './trash.controller.js';
import { TreatmentsController } from './treatments.controller.js';

/** The routes that the catalog answers. */
@Module({
  imports: [MediaModule],
  controllers: [
    DiseasesController,
    TreatmentsController,
    NotesController,
    HistoryController,
    InsightsController,
    LanguageController,
    TrashController,
  ],
  providers: [RegistryPages],
})
export class CatalogModule {}
