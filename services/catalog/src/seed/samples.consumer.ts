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

/** Answers the messages about the sample data. */
@Controller()
export class SamplesConsumer {
  constructor(private readonly samples: SamplesService) {}

  @Handles(listSampleTreatments)
  async listTreatments() {
    return { samples: await this.samples.listTreatments() };
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
