import { ChassisModule } from '@ctdb/chassis';
import { Module } from '@nestjs/common';
import { DiseasesModule } from './diseases/diseases.module.js';
import { GlossaryModule } from './glossary/glossary.module.js';
import { HistoryModule } from './history/history.module.js';
import { InsightsModule } from './insights/insights.module.js';
import { NotesModule } from './notes/notes.module.js';
import { ProjectionModule } from './projection/projection.module.js';
import { SeedModule } from './seed/seed.module.js';
import { Startup } from './startup.js';
import { TranslationModule } from './translation/translation.module.js';
import { TrashModule } from './trash/trash.module.js';
import { TreatmentDetailModule } from './treatment-detail/treatment-detail.module.js';
import { TreatmentsModule } from './treatments/treatments.module.js';

/** The catalog: everything about diseases and their treatments but the images. */
@Module({
  imports: [
    ChassisModule.forRoot({
      service: 'catalog',
      mongo: true,
      outboxCollections: ['diseases', 'treatments', 'notes', 'history'],
    }),
    ProjectionModule,
    DiseasesModule,
    TreatmentsModule,
    NotesModule,
    HistoryModule,
    TreatmentDetailModule,
    TrashModule,
    InsightsModule,
    TranslationModule,
    GlossaryModule,
    SeedModule,
  ],
  providers: [Startup],
})
export class CatalogModule {}
