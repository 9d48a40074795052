import { ChassisModule, Handles, startService } from '@ctdb/chassis';
import { getDisease, type Disease, type RequestOf } from '@ctdb/contracts';
import { Controller, Module } from '@nestjs/common';

const at = '2026-01-05T10:00:00.000Z';
const disease: Disease = {
  id: 'd'.repeat(24),
  nameEn: 'Asthma',
  nameKn: 'ಅಸ್ತಮಾ',
  category: 'Respiratory',
  notes: 'Green light in a quiet room.',
  createdAt: at,
  updatedAt: at,
  version: 3,
};

@Controller()
class Consumer {
  @Handles(getDisease)
  get({ id }: RequestOf<typeof getDisease>): Disease {
    return { ...disease, id };
  }
}

@Module({ imports: [ChassisModule.forRoot({ service: 'catalog' })], controllers: [Consumer] })
class CatalogModule {}

/** A catalog that answers from memory, so that nothing but the way to it is measured. */
export const startCatalog = (): Promise<void> =>
  startService({ name: 'catalog', module: CatalogModule }).then(() => undefined);
