import { MONGO } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import type { Connection } from 'mongoose';
import { EntriesRepository } from '../entries/entries.repository.js';
import { noteModel, type NoteRecord } from './notes.schema.js';

/** The collection `notes`. */
@Injectable()
export class NotesRepository extends EntriesRepository<NoteRecord> {
  constructor(@Inject(MONGO) connection: Connection) {
    super(noteModel(connection), { createdAt: -1 });
  }
}
