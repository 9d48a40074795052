import { OnEvent } from '@ctdb/chassis';
import { type EventEnvelope, journaledEvents } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { Journal } from './journal.js';

/** Notes billing's own events: no command waits for the storage. */
@Controller()
export class JournalConsumer {
  constructor(private readonly journal: Journal) {}

  note(envelope: EventEnvelope): Promise<void> {
    return this.journal.add(envelope);
  }
}

// One method for each event, so that all are handled.
for (const event of journaledEvents) {
  const descriptor = {
    value(this: JournalConsumer, _payload: unknown, envelope: EventEnvelope): Promise<void> {
      return this.note(envelope);
    },
    configurable: true,
    writable: true,
  };
  Object.defineProperty(JournalConsumer.prototype, event.name, descriptor);
  OnEvent(event, { isConcurrent: true })(JournalConsumer.prototype, event.name, descriptor);
}
