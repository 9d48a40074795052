import { Handles, type MessageContext } from '@ctdb/chassis';
import { messages, type Requests } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { TrashService } from './trash.service.js';

/** Answers the messages about the trash. */
@Controller()
export class TrashConsumer {
  constructor(private readonly trash: TrashService) {}

  @Handles(messages.listTrash)
  list(request: Requests['listTrash']) {
    return this.trash.list(request);
  }

  @Handles(messages.restoreFromTrash)
  async restore(request: Requests['restoreFromTrash'], context: MessageContext) {
    await this.trash.restore(request, context);
    return { restored: true as const };
  }
}
