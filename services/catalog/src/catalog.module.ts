import { ChassisModule, Health } from '@ctdb/chassis';
import { Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { loadConfig } from './config.js';
import { DiseasesModule } from './diseases/diseases.module.js';
import { InsightsModule } from './insights/insights.module.js';
import { LanguageModule } from './language/language.module.js';
import { catalogMigrations } from './migrations.js';
import { catalogModels } from './models.js';
import { RegistryProjection } from './projection/registry-projection.js';
import { SeedConsumer } from './seed/seed.consumer.js';
import { SeedRepository } from './seed/seed.repository.js';
import { SeedService } from './seed/seed.service.js';
import { TrashModule } from './trash/trash.module.js';
import { TreatmentsModule } from './treatments/treatments.module.js';

/** Stores the sample data and loads the registry before the first message is answered. */
@Injectable()
class CatalogInitializer implements OnModuleInit {
  private isReady = false;

  constructor(
    private readonly seed: SeedService,
    private readonly registry: RegistryProjection,
    health: Health,
  ) {
    health.register('registry', () => {
      if (!this.isReady) throw new Error('not loaded yet');
    });
  }

  /** Nest calls it after those of the imported modules, whose repositories make their indexes. */
  async onModuleInit(): Promise<void> {
    if (loadConfig().SEED_SAMPLE_DATA === 'true') await this.seed.run();
    await this.registry.refresh();
    this.isReady = true;
  }
}

/** The catalog: everything about diseases and their treatments but the images. */
@Module({
  imports: [
    ChassisModule.forRoot({
      service: 'catalog',
      mongo: true,
      migrations: catalogMigrations,
      outboxCollections: ['diseases', 'treatments', 'notes', 'history'],
    }),
    ScheduleModule.forRoot(),
    catalogModels,
    DiseasesModule,
    TreatmentsModule,
    TrashModule,
    InsightsModule,
    LanguageModule,
  ],
  controllers: [SeedConsumer],
  providers: [CatalogInitializer, SeedService, SeedRepository],
})
export class CatalogModule {}
