import { Handles, type MessageContext } from '@ctdb/chassis';
import {
  getSamplesState,
  listSampleCards,
  removeSamples,
  restoreSamples,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { SamplesService } from './samples.service.js';

/** Answers the messages about the sample data as a whole. */
@Controller()
export class SamplesConsumer {
  constructor(private readonly samples: SamplesService) {}

  @Handles(listSampleCards)
  listCards(_request: RequestOf<typeof listSampleCards>) {
    return this.samples.listCards();
  }

  @Handles(getSamplesState)
  get(_request: RequestOf<typeof getSamplesState>) {
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
