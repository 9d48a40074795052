import { Outbox, type OutboxEntry } from '@ctdb/chassis';
import { accountEvents } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Account } from './accounts.mapper.js';

/** Creates outbox entries for the audit trail; each is stored in its account. */
@Injectable()
export class AccountEvents {
  constructor(private readonly outbox: Outbox) {}

  entry(
    fact: keyof typeof accountEvents,
    { accountId, username }: Pick<Account, 'accountId' | 'username'>,
  ): OutboxEntry {
    return this.outbox.entry(accountEvents[fact], { accountId, username });
  }

  /** Call it after the write that stored an entry. */
  publishSoon(): void {
    this.outbox.relaySoon();
  }
}
