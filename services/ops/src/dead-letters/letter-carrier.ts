import { DeadLetterBox } from '@ctdb/chassis';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DeadLettersRepository } from './dead-letters.repository.js';

/** How long a letter that is being stored may keep the process from stopping; milliseconds. */
const LAST_MS = 5_000;

/** Carries the dead letters of all services from the broker into the database. */
@Injectable()
export class LetterCarrier implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    private readonly box: DeadLetterBox,
    private readonly letters: DeadLettersRepository,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.box.open((letter) => this.letters.keep(letter));
  }

  async onModuleDestroy(): Promise<void> {
    await this.box.close(LAST_MS);
  }
}
