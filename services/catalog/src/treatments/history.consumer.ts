import { Handles, type MessageContext } from '@ctdb/chassis';
import {
  addHistoryEntry,
  deleteHistoryEntry,
  listHistory,
  type ReplyOf,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { HistoryService } from './history.service.js';

/** Answers the messages about history entries. */
@Controller()
export class HistoryConsumer {
  constructor(private readonly history: HistoryService) {}

  @Handles(addHistoryEntry)
  add(
    request: RequestOf<typeof addHistoryEntry>,
    context: MessageContext,
  ): Promise<ReplyOf<typeof addHistoryEntry>> {
    return this.history.add(request, context);
  }

  @Handles(listHistory)
  list(
    { id, ...page }: RequestOf<typeof listHistory>,
    context: MessageContext,
  ): Promise<ReplyOf<typeof listHistory>> {
    return this.history.list({ treatmentId: id, ...page }, context.subject);
  }

  @Handles(deleteHistoryEntry)
  async delete(
    { id, entryId }: RequestOf<typeof deleteHistoryEntry>,
    context: MessageContext,
  ): Promise<ReplyOf<typeof deleteHistoryEntry>> {
    await this.history.delete({ treatmentId: id, id: entryId }, context);
    return {};
  }
}
