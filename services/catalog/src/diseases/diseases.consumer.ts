import { Handles, type MessageContext } from '@ctdb/chassis';
import { messages, type Requests } from '@ctdb/contracts';
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

  @Handles(messages.listDiseases)
  list(request: Requests['listDiseases']) {
    return this.registry.list(request);
  }

  @Handles(messages.getDiseaseFilters)
  filters(request: Requests['getDiseaseFilters']) {
    const question = `filters ${JSON.stringify(request)}`;
    return this.figures.get(question, () => this.registry.filters(request));
  }

  @Handles(messages.getDisease)
  get({ id }: Requests['getDisease']) {
    return this.diseases.get(id);
  }

  @Handles(messages.getRegistryTags)
  tags() {
    return this.registry.tags();
  }

  @Handles(messages.getDiseaseState)
  async state({ id }: Requests['getDiseaseState']) {
    return { state: await this.diseases.state(id) };
  }

  @Handles(messages.createDisease)
  create(request: Requests['createDisease'], context: MessageContext) {
    return this.diseases.create(request, context);
  }

  @Handles(messages.updateDisease)
  update(request: Requests['updateDisease'], context: MessageContext) {
    return this.diseases.update(request, context);
  }

  @Handles(messages.deleteDisease)
  delete(request: Requests['deleteDisease'], context: MessageContext) {
    return this.diseases.delete(request, context);
  }
}
