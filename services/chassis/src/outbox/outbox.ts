import type { EventContract, PayloadOf } from '@ctdb/contracts';
import { outboxEntry, type OutboxEntry } from './outbox-entry.js';
import type { OutboxRelay } from './relay.js';

/** How services publish events: an entry in the changed document, and a word to the relay. */
export class Outbox {
  constructor(private readonly relay: OutboxRelay | undefined) {}

  /** See {@link outboxEntry}. Store it with `$push: { outbox: entry }` or in the new document. */
  entry<E extends EventContract>(event: E, payload: PayloadOf<E>): OutboxEntry {
    return outboxEntry(event, payload);
  }

  /** Has the relay look soon; call it after the write. Without it the entry goes within 2 s. */
  kick(): void {
    this.relay?.kick();
  }
}
