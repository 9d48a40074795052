import { addFields, ChassisModule, ConfigModule, Health } from '@ctdb/chassis';
import { diseaseInput } from '@ctdb/contracts';
import { Inject, Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { CATALOG_CONFIG, loadConfig, type CatalogConfig } from './config.js';
import { DiseasesModule } from './diseases/diseases.module.js';
import { AnalyticsService } from './analytics/analytics.service.js';
import { AnalyticsConsumer } from './analytics/analytics.consumer.js';
import { AnalyticsRepository } from './analytics/analytics.repository.js';
import { TrendsService } from './analytics/trends.service.js';
import { foldColorKeys } from './colors/colors.repository.js';
import { createTranslationEngine } from './language/engine.factory.js';
import { LanguageConsumer } from './language/language.consumer.js';
import { TRANSLATION_ENGINE, TranslationService } from './language/translation.service.js';
import { catalogModels } from './records/models.js';
import { foldPatientKeys } from './patients/patient-keys.migration.js';
import { PatientsModule } from './patients/patients.module.js';
import { PracticesConsumer } from './practices/practices.consumer.js';
import { ownersToPractices } from './practices/practices.migration.js';
import { PracticesRepository } from './practices/practices.repository.js';
import { PracticesService } from './practices/practices.service.js';
import { RegistryMetrics } from './diseases/projection/registry.metrics.js';
import { RegistryProjection } from './diseases/projection/registry-projection.js';
import { SamplesConsumer } from './seed/samples.consumer.js';
import { SamplesRepository } from './seed/samples.repository.js';
import { SamplesService } from './seed/samples.service.js';
import { SeedConsumer } from './seed/seed.consumer.js';
import { SeedRepository } from './seed/seed.repository.js';
import { SeedService } from './seed/seed.service.js';
import { TransferModule } from './transfer/transfer.module.js';
import { PurgeRepository } from './trash/purge.repository.js';
import { PurgeService } from './trash/purge.service.js';
import { TrashLabelsService } from './trash/trash-labels.service.js';
import { TrashConsumer } from './trash/trash.consumer.js';
import { TrashService } from './trash/trash.service.js';
import { TreatmentsModule } from './treatments/treatments.module.js';

/** Stores the sample data and loads the registry before the first message is answered. */
@Injectable()
class CatalogInitializer implements OnModuleInit {
  private isReady = false;

  constructor(
    private readonly seed: SeedService,
    private readonly registry: RegistryProjection,
    @Inject(CATALOG_CONFIG) private readonly config: CatalogConfig,
    health: Health,
  ) {
    health.register('registry', () => {
      if (!this.isReady) throw new Error('not loaded yet');
    });
  }

  /** Nest calls it after those of the imported modules, whose repositories make their indexes. */
  async onModuleInit(): Promise<void> {
    if (this.config.SEED_SAMPLE_DATA === 'true') await this.seed.run();
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
      migrations: [
        // Records of earlier versions lack fields. Without codes they stay as they are.
        ...addFields('diseases', diseaseInput.omit({ codes: true })),
        ownersToPractices,
        foldPatientKeys,
        foldColorKeys,
      ],
      outboxCollections: [
        'diseases',
        'treatments',
        'notes',
        'history',
        'colors',
        'patients',
        'imports',
      ],
    }),
    ConfigModule.forRoot(CATALOG_CONFIG, loadConfig),
    ScheduleModule.forRoot(),
    catalogModels,
    DiseasesModule,
    PatientsModule,
    TreatmentsModule,
    TransferModule,
  ],
  controllers: [
    AnalyticsConsumer,
    LanguageConsumer,
    PracticesConsumer,
    SamplesConsumer,
    SeedConsumer,
    TrashConsumer,
  ],
  providers: [
    AnalyticsService,
    CatalogInitializer,
    AnalyticsRepository,
    PracticesRepository,
    PracticesService,
    PurgeRepository,
    PurgeService,
    RegistryMetrics,
    SamplesRepository,
    SamplesService,
    SeedRepository,
    SeedService,
    TranslationService,
    TrashLabelsService,
    TrashService,
    TrendsService,
    { provide: TRANSLATION_ENGINE, inject: [CATALOG_CONFIG], useFactory: createTranslationEngine },
  ],
})
export class CatalogModule {}
