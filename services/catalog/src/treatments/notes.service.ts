import { toContract, type MessageContext } from '@ctdb/chassis';
import { note, type Note, type Requests, type Subject } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { NoteRecord } from '../records/treatment.record.js';
import { NotesRepository } from './entries.repository.js';
import { EntriesService } from './entries.service.js';
import { entryRights } from './entry-rights.js';

/** The rules of notes. */
@Injectable()
export class NotesService extends EntriesService<NoteRecord, Note> {
  constructor(notes: NotesRepository) {
    super({ record: 'note', event: 'note', collection: 'notes' }, notes);
  }

  async add(request: Requests['addNote'], context: MessageContext): Promise<Note> {
    const record = await this.create(request, context, (common) => ({ ...request, ...common }));
    return this.toContract(record, context.subject);
  }

  update(request: Requests['updateNote'], context: MessageContext): Promise<Note> {
    const { id: treatmentId, noteId: id, ifMatch, ...fields } = request;
    return this.correct({ treatmentId, id, ifMatch }, fields, context);
  }

  protected toContract(record: NoteRecord, viewer: Subject): Note {
    return toContract(note, { ...record, ...entryRights(viewer, record) });
  }
}
