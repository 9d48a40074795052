import { Handles, type MessageContext } from '@ctdb/chassis';
import { messages, type Requests } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { SamplesService } from './samples.service.js';

/** Answers the messages about the sample data. */
@Controller()
export class SamplesConsumer {
  constructor(private readonly samples: SamplesService) {}

  @Handles(messages.listSampleTreatments)
  listTreatments() {
    return this.samples.listTreatments();
  }

  @Handles(messages.listSampleCards)
  listCards() {
    return this.samples.listCards();
  }

  @Handles(messages.getSamplesState)
  get() {
    return this.samples.get();
  }

  @Handles(messages.removeSamples)
  remove(_request: Requests['removeSamples'], context: MessageContext) {
    return this.samples.remove(context);
  }

  @Handles(messages.restoreSamples)
  restore(_request: Requests['restoreSamples'], context: MessageContext) {
    return this.samples.restore(context);
  }
}
