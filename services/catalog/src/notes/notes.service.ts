import type { MessageContext } from '@ctdb/chassis';
import type { addNote, Note, RequestOf } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { DiseasesRepository } from '../diseases/diseases.repository.js';
import { EntriesService } from '../entries/entries.service.js';
import { EntryEvents } from '../entries/entry-events.js';
import { LiveTreatments } from '../treatments/live-treatments.js';
import { toNote } from './notes.mapper.js';
import { NotesRepository } from './notes.repository.js';
import type { NoteRecord } from './notes.schema.js';

/** The rules of notes. */
@Injectable()
export class NotesService extends EntriesService<NoteRecord, Note> {
  constructor(
    notes: NotesRepository,
    live: LiveTreatments,
    diseases: DiseasesRepository,
    events: EntryEvents,
  ) {
    super({ record: 'note', event: 'note', collection: 'notes' }, notes, live, diseases, events);
  }

  async add(request: RequestOf<typeof addNote>, context: MessageContext): Promise<Note> {
    const { title, content } = request;
    return toNote(await this.store(request, context, (common) => ({ ...common, title, content })));
  }

  protected show(record: NoteRecord): Note {
    return toNote(record);
  }
}
