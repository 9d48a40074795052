import { Handles, type MessageContext } from '@ctdb/chassis';
import {
  addNote,
  deleteNote,
  listNotes,
  publishNote,
  updateNote,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { NotesService } from './notes.service.js';

/** Answers the messages about notes. */
@Controller()
export class NotesConsumer {
  constructor(private readonly notes: NotesService) {}

  @Handles(addNote)
  add(request: RequestOf<typeof addNote>, context: MessageContext) {
    return this.notes.add(request, context);
  }

  @Handles(listNotes)
  list({ id, ...page }: RequestOf<typeof listNotes>, context: MessageContext) {
    return this.notes.list({ treatmentId: id, ...page }, context.subject);
  }

  @Handles(updateNote)
  update(request: RequestOf<typeof updateNote>, context: MessageContext) {
    return this.notes.update(request, context);
  }

  @Handles(publishNote)
  publish(request: RequestOf<typeof publishNote>, context: MessageContext) {
    return this.notes.publish(request, context);
  }

  @Handles(deleteNote)
  async delete({ id, noteId }: RequestOf<typeof deleteNote>, context: MessageContext) {
    await this.notes.delete({ treatmentId: id, id: noteId }, context);
    return {};
  }
}
