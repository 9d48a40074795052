import { ChassisModule, Handles, startService } from '@ctdb/chassis';
import {
  getDisease,
  getTreatment,
  type Disease,
  type RequestOf,
  type Treatment,
} from '@ctdb/contracts';
import { Controller, Module } from '@nestjs/common';

const at = '2026-01-05T10:00:00.000Z';
const disease: Disease = {
  id: 'd'.repeat(24),
  nameEn: 'Asthma',
  nameKn: 'ಅಸ್ತಮಾ',
  category: 'Respiratory',
  notes: 'Green light in a quiet room.',
  isSample: false,
  createdAt: at,
  updatedAt: at,
  version: 3,
};

const treatment: Treatment = {
  id: 'e'.repeat(24),
  diseaseId: disease.id,
  descriptionEn: 'Green light on the chest.',
  descriptionKn: 'ಎದೆಯ ಮೇಲೆ ಹಸಿರು ಬೆಳಕು.',
  translation: { needsReview: false, outdated: false },
  isSample: false,
  createdAt: at,
  updatedAt: at,
  version: 1,
};

@Controller()
class Consumer {
  @Handles(getDisease)
  get({ id }: RequestOf<typeof getDisease>): Disease {
    return { ...disease, id };
  }

  @Handles(getTreatment)
  treatment({ id }: RequestOf<typeof getTreatment>): Treatment {
    return { ...treatment, id };
  }
}

@Module({ imports: [ChassisModule.forRoot({ service: 'catalog' })], controllers: [Consumer] })
class CatalogModule {}

/** A catalog that answers from memory, so that nothing but the way to it is measured. */
export const startCatalog = (): Promise<void> =>
  startService({ name: 'catalog', module: CatalogModule }).then(() => undefined);
