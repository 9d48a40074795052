import { addFields, ChassisModule, ConfigModule, Health } from '@ctdb/chassis';
import { diseaseInput } from '@ctdb/contracts';
import { Inject, Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { AnalyticsModule } from './analytics/analytics.module.js';
import { foldColorKeys } from './colors/colors.migration.js';
import { ColorsModule } from './colors/colors.module.js';
import { CATALOG_CONFIG, loadConfig, type CatalogConfig } from './config.js';
import { DiseasesModule } from './diseases/diseases.module.js';
import { RegistryProjection } from './diseases/projection/registry-projection.js';
import { FreeSampleModule } from './free-sample/free-sample.module.js';
import { LanguageModule } from './language/language.module.js';
import { foldPatientKeys } from './patients/patient-keys.migration.js';
import { PatientsModule } from './patients/patients.module.js';
import { PersonalListsModule } from './personal/personal-lists.module.js';
import { ownersToPractices } from './practices/practices.migration.js';
import { PracticesModule } from './practices/practices.module.js';
import { SamplesService } from './seed/samples.service.js';
import { SeedModule } from './seed/seed.module.js';
import { TransferModule } from './transfer/transfer.module.js';
import { TrashModule } from './trash/trash.module.js';
import { TreatmentsModule } from './treatments/treatments.module.js';

/** Stores the sample data and loads the registry before the first message is answered. */
@Injectable()
class CatalogInitializer implements OnModuleInit {
  private isReady = false;

  constructor(
    private readonly samples: SamplesService,
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
    if (this.config.SEED_SAMPLE_DATA === 'true') await this.samples.fill();
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
        'free_sample',
      ],
    }),
    ConfigModule.forRoot(CATALOG_CONFIG, loadConfig),
    ScheduleModule.forRoot(),
    AnalyticsModule,
    ColorsModule,
    DiseasesModule,
    FreeSampleModule,
    LanguageModule,
    PatientsModule,
    PersonalListsModule,
    PracticesModule,
    SeedModule,
    TransferModule,
    TrashModule,
    TreatmentsModule,
  ],
  providers: [CatalogInitializer],
})
export class CatalogModule {}
