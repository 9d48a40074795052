import { Handles, type MessageContext } from '@ctdb/chassis';
import { messages, type Requests } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { FreeSampleService } from './free-sample.service.js';

/** Answers the messages about the disease that visitors read free of charge. */
@Controller()
export class FreeSampleConsumer {
  constructor(private readonly samples: FreeSampleService) {}

  @Handles(messages.findFreeSample)
  async find(_request: Requests['findFreeSample']) {
    return { sample: await this.samples.find() };
  }

  @Handles(messages.getFreeSample)
  get({ id }: Requests['getFreeSample'], context: MessageContext) {
    return this.samples.get(id, context);
  }

  @Handles(messages.getFreeSampleImage)
  locateImage(request: Requests['getFreeSampleImage'], context: MessageContext) {
    return this.samples.locateImage(request, context);
  }

  @Handles(messages.chooseFreeSample)
  choose(request: Requests['chooseFreeSample'], context: MessageContext) {
    return this.samples.choose(request, context);
  }

  @Handles(messages.endFreeSample)
  end(request: Requests['endFreeSample'], context: MessageContext) {
    return this.samples.end(request, context);
  }
}
