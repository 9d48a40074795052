import { AppLogger, retryOnConflict } from '@ctdb/chassis';
import { practiceEvents } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { AccessLinksRepository } from '../access/access-links.repository.js';
import { AccountsRepository } from '../accounts/users/accounts.repository.js';
import { SessionsService } from '../accounts/sessions/sessions.service.js';
import { GrantsRepository } from '../passes/grants.repository.js';
import { InstallationRepository } from '../purchases/installation.repository.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { toAccessCode } from '../typed-code.js';
import { AccountFacts } from './account-facts.js';
import { type Fact, Journal, type Repetition } from './journal.js';
import { PracticeFacts } from './practice-facts.js';

const CHECKS_AT_ONCE = 20;

/** Repeats what a restore of an older database has taken back. A repetition of that changes nothing. */
@Injectable()
export class JournalService {
  constructor(
    private readonly journal: Journal,
    private readonly accountFacts: AccountFacts,
    private readonly practiceFacts: PracticeFacts,
    private readonly purchases: PurchasesRepository,
    private readonly grants: GrantsRepository,
    private readonly installation: InstallationRepository,
    private readonly accounts: AccountsRepository,
    private readonly links: AccessLinksRepository,
    private readonly sessions: SessionsService,
    private readonly logger: AppLogger,
  ) {}

  async repeat(): Promise<void> {
    const facts = await this.journal.list();
    const found = await pLimit(CHECKS_AT_ONCE).map(facts, (fact) => this.find(fact));
    const last = facts[found.findLastIndex((repeat) => repeat !== undefined)];
    if (!last) return;
    // All links that a restored database has were made before what it has lost. They end first: after a
    // crash it is still known that the database is a restored one.
    await this.accounts.endLinks(new Date(last.at));
    await this.links.endAll(new Date(last.at));
    let count = 0;
    for (const fact of facts) {
      const repeat = await this.find(fact);
      await repeat?.();
      if (repeat) count += 1;
    }
    await this.sessions.revokePending();
    const event = 'journal-repeated';
    this.logger.warn('changes that the database had lost were repeated', { count, event });
  }

  private find(fact: Fact): Promise<Repetition> {
    if (fact.name === practiceEvents.codeRenewed.name) return this.findCode(fact);
    const facts = 'accountId' in fact.payload ? this.accountFacts : this.practiceFacts;
    return facts.find(fact);
  }

  private async findCode({ payload }: Fact): Promise<Repetition> {
    const { orderId, codeVersion } = practiceEvents.codeRenewed.payload.parse(payload);
    const findBehind = async () => {
      const purchase = await this.purchases.findById(orderId);
      return purchase && (purchase.codeVersion ?? 0) < codeVersion ? purchase : undefined;
    };
    if (!(await findBehind())) return undefined;
    const accessCode = toAccessCode(await this.installation.getKey(), orderId, codeVersion);
    return () =>
      retryOnConflict(async () => {
        const purchase = await findBehind();
        return purchase ? this.grants.changeCode(purchase, { accessCode, codeVersion }) : true;
      });
  }
}
