import { Handles, type MessageContext } from '@ctdb/chassis';
import {
  createDisease,
  deleteDisease,
  getDisease,
  getDiseaseFilters,
  getDiseaseState,
  getRegistryTags,
  listDiseases,
  updateDisease,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { DiseasesService } from './diseases.service.js';
import { CachedFigures } from './projection/cached-figures.js';
import { RegistryProjection } from './projection/registry-projection.js';

/** Answers the messages about diseases. */
@Controller()
export class DiseasesConsumer {
  constructor(
    private readonly diseases: DiseasesService,
    private readonly registry: RegistryProjection,
    private readonly figures: CachedFigures,
  ) {}

  @Handles(listDiseases)
  list(request: RequestOf<typeof listDiseases>) {
    return this.registry.list(request);
  }

  @Handles(getDiseaseFilters)
  filters(request: RequestOf<typeof getDiseaseFilters>) {
    const question = `filters ${JSON.stringify(request)}`;
    return this.figures.get(question, () => this.registry.filters(request));
  }

  @Handles(getDisease)
  get({ id }: RequestOf<typeof getDisease>) {
    return this.diseases.get(id);
  }

  @Handles(getRegistryTags)
  tags() {
    return this.registry.tags();
  }

  @Handles(getDiseaseState)
  async state({ id }: RequestOf<typeof getDiseaseState>) {
    return { state: await this.diseases.state(id) };
  }

  @Handles(createDisease)
  create(request: RequestOf<typeof createDisease>, context: MessageContext) {
    return this.diseases.create(request, context);
  }

  @Handles(updateDisease)
  update(request: RequestOf<typeof updateDisease>, context: MessageContext) {
    return this.diseases.update(request, context);
  }

  @Handles(deleteDisease)
  async delete(request: RequestOf<typeof deleteDisease>, context: MessageContext) {
    await this.diseases.delete(request, context);
    return {};
  }
}
