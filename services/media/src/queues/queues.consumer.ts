import { Handles, unavailable } from '@ctdb/chassis';
import { getMediaQueues, type ReplyOf } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { Queues } from './queues.js';

/** Answers the messages about queues. */
@Controller()
export class QueuesConsumer {
  constructor(private readonly queues: Queues) {}

  @Handles(getMediaQueues)
  async state(): Promise<ReplyOf<typeof getMediaQueues>> {
    try {
      return { queues: await this.queues.states() };
    } catch (error) {
      throw Object.assign(unavailable(), { cause: error });
    }
  }
}
