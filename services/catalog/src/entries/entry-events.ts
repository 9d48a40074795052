import { Outbox, type OutboxEntry } from '@ctdb/chassis';
import { entryEvents } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { EntryRecord } from './entries.repository.js';

/** Words what happened to a note or history entry: ids only, never a name or a text. */
@Injectable()
export class EntryEvents {
  constructor(private readonly outbox: Outbox) {}

  fact(
    fact: keyof typeof entryEvents,
    { _id, treatmentId, diseaseId }: Pick<EntryRecord, '_id' | 'treatmentId' | 'diseaseId'>,
  ): OutboxEntry {
    return this.outbox.entry(entryEvents[fact], {
      id: _id.toHexString(),
      treatmentId: treatmentId.toHexString(),
      diseaseId: diseaseId.toHexString(),
    });
  }

  /** Has the relay look for new facts at once. */
  announce(): void {
    this.outbox.kick();
  }
}
