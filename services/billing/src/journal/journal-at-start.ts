import { AppLogger } from '@ctdb/chassis';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { JournalService } from './journal.service.js';

const RETRY_INTERVAL_MS = 10_000;

/**
 * Repeats the journal before billing answers or works: until then a restored database may let in who was
 * shut out. If the storage is unreachable, billing starts nevertheless, because buyers pay, and tries again.
 */
@Injectable()
export class JournalAtStart implements OnModuleInit {
  private isPending = true;

  constructor(
    private readonly journal: JournalService,
    private readonly logger: AppLogger,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.repeat();
  }

  @Interval(RETRY_INTERVAL_MS)
  async repeat(): Promise<void> {
    if (!this.isPending) return;
    this.isPending = false;
    try {
      await this.journal.repeat();
    } catch (error) {
      this.isPending = true;
      this.logger.warn('the journal is not repeated, trying again', error);
    }
  }
}
