import { Handles, type MessageContext } from '@ctdb/chassis';
import {
  chooseFreeSample,
  endFreeSample,
  findFreeSample,
  getFreeSample,
  getFreeSampleImage,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { FreeSampleService } from './free-sample.service.js';

/** Answers the messages about the disease that visitors read free of charge. */
@Controller()
export class FreeSampleConsumer {
  constructor(private readonly samples: FreeSampleService) {}

  @Handles(findFreeSample)
  async find(_request: RequestOf<typeof findFreeSample>) {
    return { sample: await this.samples.find() };
  }

  @Handles(getFreeSample)
  get({ id }: RequestOf<typeof getFreeSample>, context: MessageContext) {
    return this.samples.get(id, context);
  }

  @Handles(getFreeSampleImage)
  locateImage(request: RequestOf<typeof getFreeSampleImage>, context: MessageContext) {
    return this.samples.locateImage(request, context);
  }

  @Handles(chooseFreeSample)
  choose(request: RequestOf<typeof chooseFreeSample>, context: MessageContext) {
    return this.samples.choose(request, context);
  }

  @Handles(endFreeSample)
  async end(request: RequestOf<typeof endFreeSample>, context: MessageContext) {
    await this.samples.end(request, context);
    return {};
  }
}
