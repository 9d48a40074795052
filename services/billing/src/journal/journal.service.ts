import { AppLogger } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { AccessLinksRepository } from '../access/access-links.repository.js';
import { AccountsRepository } from '../accounts/users/accounts.repository.js';
import { SessionsService } from '../accounts/sessions/sessions.service.js';
import { FactsService } from './facts.service.js';
import { Journal } from './journal.js';

const CHECKS_AT_ONCE = 20;

/** Repeats what a restore of an older database has taken back. A repetition of that changes nothing. */
@Injectable()
export class JournalService {
  constructor(
    private readonly journal: Journal,
    private readonly facts: FactsService,
    private readonly accounts: AccountsRepository,
    private readonly links: AccessLinksRepository,
    private readonly sessions: SessionsService,
    private readonly logger: AppLogger,
  ) {}

  async repeat(): Promise<void> {
    const facts = await this.journal.list();
    const found = await pLimit(CHECKS_AT_ONCE).map(facts, (fact) => this.facts.find(fact));
    const last = facts[found.findLastIndex((repeat) => repeat !== undefined)];
    if (!last) return;
    // All links that a restored database has were made before what it has lost. They end first: after a
    // crash it is still known that the database is a restored one.
    await this.accounts.endLinks(new Date(last.at));
    await this.links.endAll(new Date(last.at));
    let count = 0;
    for (const fact of facts) {
      const repeat = await this.facts.find(fact);
      await repeat?.();
      if (repeat) count += 1;
    }
    await this.sessions.revokePending();
    const event = 'journal-repeated';
    this.logger.warn('changes that the database had lost were repeated', { count, event });
  }
}
