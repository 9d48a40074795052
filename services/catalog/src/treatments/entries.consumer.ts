import { Handles, type MessageContext } from '@ctdb/chassis';
import {
  addHistoryEntry,
  addNote,
  deleteHistoryEntry,
  deleteNote,
  listHistory,
  listNotes,
  publishHistoryEntry,
  publishNote,
  updateHistoryEntry,
  updateNote,
  type RequestOf,
} from '@ctdb/contracts';
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

  @Handles(addNote)
  addNote(request: RequestOf<typeof addNote>, context: MessageContext) {
    return this.notes.add(request, context);
  }

  @Handles(listNotes)
  listNotes({ id, ...page }: RequestOf<typeof listNotes>, context: MessageContext) {
    return this.notes.list({ treatmentId: id, ...page }, context.subject);
  }

  @Handles(updateNote)
  updateNote(request: RequestOf<typeof updateNote>, context: MessageContext) {
    return this.notes.update(request, context);
  }

  @Handles(publishNote)
  publishNote({ id, noteId, ...request }: RequestOf<typeof publishNote>, context: MessageContext) {
    return this.notes.publish({ treatmentId: id, id: noteId, ...request }, context);
  }

  @Handles(deleteNote)
  deleteNote({ id, noteId }: RequestOf<typeof deleteNote>, context: MessageContext) {
    return this.notes.delete({ treatmentId: id, id: noteId }, context);
  }

  @Handles(addHistoryEntry)
  addHistory(request: RequestOf<typeof addHistoryEntry>, context: MessageContext) {
    return this.history.add(request, context);
  }

  @Handles(listHistory)
  listHistory({ id, ...page }: RequestOf<typeof listHistory>, context: MessageContext) {
    return this.history.list({ treatmentId: id, ...page }, context.subject);
  }

  @Handles(updateHistoryEntry)
  updateHistory(request: RequestOf<typeof updateHistoryEntry>, context: MessageContext) {
    return this.history.update(request, context);
  }

  @Handles(publishHistoryEntry)
  publishHistory(
    { id, entryId, ...request }: RequestOf<typeof publishHistoryEntry>,
    context: MessageContext,
  ) {
    return this.history.publish({ treatmentId: id, id: entryId, ...request }, context);
  }

  @Handles(deleteHistoryEntry)
  deleteHistory({ id, entryId }: RequestOf<typeof deleteHistoryEntry>, context: MessageContext) {
    return this.history.delete({ treatmentId: id, id: entryId }, context);
  }
}
