import { Handles, type MessageContext } from '@ctdb/chassis';
import {
  addHistoryEntry,
  deleteHistoryEntry,
  listHistory,
  publishHistoryEntry,
  updateHistoryEntry,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { HistoryService } from './history.service.js';

/** Answers the messages about history entries. */
@Controller()
export class HistoryConsumer {
  constructor(private readonly history: HistoryService) {}

  @Handles(addHistoryEntry)
  add(request: RequestOf<typeof addHistoryEntry>, context: MessageContext) {
    return this.history.add(request, context);
  }

  @Handles(listHistory)
  list({ id, ...page }: RequestOf<typeof listHistory>, context: MessageContext) {
    return this.history.list({ treatmentId: id, ...page }, context.subject);
  }

  @Handles(updateHistoryEntry)
  update(request: RequestOf<typeof updateHistoryEntry>, context: MessageContext) {
    return this.history.update(request, context);
  }

  @Handles(publishHistoryEntry)
  publish(request: RequestOf<typeof publishHistoryEntry>, context: MessageContext) {
    return this.history.publish(request, context);
  }

  @Handles(deleteHistoryEntry)
  async delete({ id, entryId }: RequestOf<typeof deleteHistoryEntry>, context: MessageContext) {
    await this.history.delete({ treatmentId: id, id: entryId }, context);
    return {};
  }
}
