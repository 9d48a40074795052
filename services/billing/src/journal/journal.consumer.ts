import { AppLogger, OnEvent } from '@ctdb/chassis';
import { type EventEnvelope, journaledEvents } from '@ctdb/contracts';
import { Controller, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { JournalService } from './journal.service.js';
import { Journal } from './journal.js';

const RETRY_INTERVAL_MS = 10_000;

/** Notes billing's own events, because no command waits for the storage, and repeats the journal. */
@Controller()
export class JournalConsumer implements OnModuleInit {
  private isPending = true;

  constructor(
    readonly journal: Journal,
    private readonly service: JournalService,
    private readonly logger: AppLogger,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.repeat();
  }

  /**
   * Before billing answers or works: until then a restored database may let in who was shut out. If the
   * storage is unreachable, billing starts nevertheless, because buyers pay, and tries again.
   */
  @Interval(RETRY_INTERVAL_MS)
  async repeat(): Promise<void> {
    if (!this.isPending) return;
    this.isPending = false;
    try {
      await this.service.repeat();
    } catch (error) {
      this.isPending = true;
      this.logger.warn('the journal is not repeated, trying again', error);
    }
  }
}

// One method for each event, so that all are handled.
for (const event of journaledEvents) {
  const descriptor = {
    value(this: JournalConsumer, _payload: unknown, envelope: EventEnvelope): Promise<void> {
      return this.journal.add(envelope);
    },
  };
  Object.defineProperty(JournalConsumer.prototype, event.name, descriptor);
  OnEvent(event, { isConcurrent: true })(JournalConsumer.prototype, event.name, descriptor);
}
