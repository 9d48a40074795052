import { Handles, type MessageContext } from '@ctdb/chassis';
import {
  getSamplesState,
  listSampleCards,
  listSampleTreatments,
  removeSamples,
  restoreSamples,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { SamplesService } from './samples.service.js';
import { SeedService } from './seed.service.js';

/** Answers the messages about the sample data. */
@Controller()
export class SamplesConsumer {
  constructor(
    private readonly samples: SamplesService,
    private readonly seed: SeedService,
  ) {}

  /** So that images can be drawn for them. */
  @Handles(listSampleTreatments)
  async listTreatments() {
    return { samples: await this.seed.list() };
  }

  @Handles(listSampleCards)
  listCards() {
    return this.samples.listCards();
  }

  @Handles(getSamplesState)
  get() {
    return this.samples.get();
  }

  @Handles(removeSamples)
  remove(_request: RequestOf<typeof removeSamples>, context: MessageContext) {
    return this.samples.remove(context);
  }

  @Handles(restoreSamples)
  restore(_request: RequestOf<typeof restoreSamples>, context: MessageContext) {
    return this.samples.restore(context);
  }
}
