import { Handles, serviceUnavailable } from '@ctdb/chassis';
import { mediaQueues, messages } from '@ctdb/contracts';
import { getQueueToken } from '@nestjs/bullmq';
import { Controller } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bullmq';

/** Answers the message about the queues. */
@Controller()
export class QueuesConsumer {
  constructor(private readonly modules: ModuleRef) {}

  @Handles(messages.getMediaQueues)
  async state() {
    try {
      const states = mediaQueues.map(async (name) => {
        const queue = this.modules.get<Queue>(getQueueToken(name), { strict: false });
        const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
        const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts;
        return { name, waiting, active, delayed, failed };
      });
      return { queues: await Promise.all(states) };
    } catch (error) {
      throw Object.assign(serviceUnavailable(), { cause: error });
    }
  }
}
