import { Handles, type MessageContext } from '@ctdb/chassis';
import { messages, type Requests } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { HistoryService } from './history.service.js';
import { NotesService } from './notes.service.js';

/** Answers the messages about notes and history entries. */
@Controller()
export class EntriesConsumer {
  constructor(
    private readonly notes: NotesService,
    private readonly history: HistoryService,
  ) {}

  @Handles(messages.addNote)
  addNote(request: Requests['addNote'], context: MessageContext) {
    return this.notes.add(request, context);
  }

  @Handles(messages.listNotes)
  listNotes(request: Requests['listNotes'], { subject }: MessageContext) {
    return this.notes.list(request, subject);
  }

  @Handles(messages.updateNote)
  updateNote(request: Requests['updateNote'], context: MessageContext) {
    return this.notes.update(request, context);
  }

  @Handles(messages.publishNote)
  publishNote({ id, noteId, ...request }: Requests['publishNote'], context: MessageContext) {
    return this.notes.publish({ treatmentId: id, id: noteId, ...request }, context);
  }

  @Handles(messages.deleteNote)
  deleteNote({ id, noteId }: Requests['deleteNote'], context: MessageContext) {
    return this.notes.delete({ treatmentId: id, id: noteId }, context);
  }

  @Handles(messages.addHistoryEntry)
  addHistory(request: Requests['addHistoryEntry'], context: MessageContext) {
    return this.history.add(request, context);
  }

  @Handles(messages.listHistory)
  listHistory(request: Requests['listHistory'], { subject }: MessageContext) {
    return this.history.list(request, subject);
  }

  @Handles(messages.updateHistoryEntry)
  updateHistory(request: Requests['updateHistoryEntry'], context: MessageContext) {
    return this.history.update(request, context);
  }

  @Handles(messages.publishHistoryEntry)
  publishHistory(
    { id, entryId, ...request }: Requests['publishHistoryEntry'],
    context: MessageContext,
  ) {
    return this.history.publish({ treatmentId: id, id: entryId, ...request }, context);
  }

  @Handles(messages.deleteHistoryEntry)
  deleteHistory({ id, entryId }: Requests['deleteHistoryEntry'], context: MessageContext) {
    return this.history.delete({ treatmentId: id, id: entryId }, context);
  }
}
