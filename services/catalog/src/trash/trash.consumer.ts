import { Handles, type MessageContext } from '@ctdb/chassis';
import { listTrash, restoreFromTrash, type RequestOf } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { TrashService } from './trash.service.js';

/** Answers the messages about the trash. */
@Controller()
export class TrashConsumer {
  constructor(private readonly trash: TrashService) {}

  @Handles(listTrash)
  list(request: RequestOf<typeof listTrash>) {
    return this.trash.list(request);
  }

  @Handles(restoreFromTrash)
  async restore(request: RequestOf<typeof restoreFromTrash>, context: MessageContext) {
    await this.trash.restore(request, context);
    return { restored: true as const };
  }
}
