import { AppLogger, type OutboxEntry, retryOnConflict, toObjectId } from '@ctdb/chassis';
import { accountEvents, objectId, personRole, practiceEvents } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { z } from 'zod';
import { AccessLinksRepository } from '../access/access-links.repository.js';
import { SessionsService } from '../accounts/sessions/sessions.service.js';
import { AccountsRepository } from '../accounts/users/accounts.repository.js';
import {
  type PersonChange,
  type PersonRecord,
  toErased,
  withoutCredentials,
} from '../accounts/users/user.record.js';
import { GrantsRepository } from '../passes/grants.repository.js';
import { normalizeEmail } from '../passes/subscription.js';
import type { PracticeRecord } from '../practices/practice.record.js';
import { PracticesRepository } from '../practices/practices.repository.js';
import { InstallationRepository } from '../purchases/installation.repository.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { toAccessCode } from '../typed-code.js';
import { type Fact, hasFact, Journal, toEvent } from './journal.js';

const CHECKS_AT_ONCE = 20;

/** Returns the change that stores a fact again; `undefined` if the record has it. */
type Repetition = (() => Promise<unknown>) | undefined;

/** The payloads of all facts about persons. */
const accountFact = z.object({
  accountId: objectId,
  /** Of a changed role. */
  after: personRole.optional(),
  isAddressChanged: z.boolean().optional(),
});

/** The payloads of all facts about practices. */
const practiceFact = z.object({
  practice: objectId.optional(),
  from: objectId.optional(),
  into: objectId.default(''),
  address: z.string().default(''),
  browser: z.string().optional(),
  movedAt: z.coerce.date().optional(),
});
type PracticeFact = z.output<typeof practiceFact>;

const WITHOUT_LINKS = { link: undefined, requestedLinks: undefined } as const;
/** The former password is unknown: a person who may sign in sets a new one, by a new link. */
const WITHOUT_CREDENTIALS = { ...WITHOUT_LINKS, ...withoutCredentials } as const;

const { contactChanged, disabled, enabled, erased, linkCreated, ownerReset, roleChanged } =
  accountEvents;

const toPersonChange = ({ name, at, payload }: Fact, { _id, role }: PersonRecord): PersonChange => {
  const { after = role, isAddressChanged } = accountFact.parse(payload);
  switch (name) {
    case linkCreated.name:
      return WITHOUT_LINKS;
    case contactChanged.name:
      return { ...WITHOUT_LINKS, ...(isAddressChanged && { contactEmail: undefined }) };
    case disabled.name:
      return { ...WITHOUT_CREDENTIALS, disabledAt: new Date(at) };
    case erased.name:
      return toErased(_id.toHexString());
    case enabled.name:
      return { ...WITHOUT_CREDENTIALS, disabledAt: undefined };
    case roleChanged.name:
      return { ...WITHOUT_CREDENTIALS, role: after };
    case ownerReset.name:
      return { ...WITHOUT_CREDENTIALS, disabledAt: undefined, role: 'owner' };
    default:
      return WITHOUT_CREDENTIALS;
  }
};

/**
 * Repeats what a restore of an older database has taken back: changes of persons, practices and codes. A
 * repetition of that changes nothing.
 */
@Injectable()
export class JournalService {
  constructor(
    private readonly journal: Journal,
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsService,
    private readonly links: AccessLinksRepository,
    private readonly practices: PracticesRepository,
    private readonly purchases: PurchasesRepository,
    private readonly grants: GrantsRepository,
    private readonly installation: InstallationRepository,
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
    return 'accountId' in fact.payload ? this.findOfPerson(fact) : this.findOfPractice(fact);
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

  private async findOfPerson(fact: Fact): Promise<Repetition> {
    const { accountId } = accountFact.parse(fact.payload);
    const person = await this.accounts.findPerson(accountId);
    if (!person || hasFact(person, fact)) return undefined;
    // The event of an erasure leaves the name out.
    const event = toEvent(fact, { username: person.username });
    return () => this.accounts.repeatChange(person, toPersonChange(fact, person), event);
  }

  private async findOfPractice(fact: Fact): Promise<Repetition> {
    const payload = practiceFact.parse(fact.payload);
    const id = payload.practice ?? payload.from ?? '';
    const practice = await this.practices.findById(toObjectId(id));
    if (!practice || hasFact(practice, fact)) return undefined;
    return () => this.repeatOfPractice(practice, fact, payload);
  }

  private async repeatOfPractice(
    practice: PracticeRecord,
    fact: Fact,
    { into, address, browser, movedAt }: PracticeFact,
  ): Promise<unknown> {
    const event = toEvent(fact);
    switch (fact.name) {
      case practiceEvents.moved.name: {
        const move = (opened: { to?: string | undefined; movedAt?: Date | undefined }) =>
          this.practices.move(practice, opened, new Date(), event);
        // Where the token opens another practice here, none is opened by it but that one.
        return (await move({ to: browser, movedAt })) ?? move({});
      }
      case practiceEvents.addressConfirmed.name:
        return this.addAddress(practice, address, event);
      case practiceEvents.addressRemoved.name:
        return this.removeAddress(practice, address, event);
      case practiceEvents.joined.name:
        return this.join(practice, into, event);
      case practiceEvents.erased.name:
        // The maintenance erases it soon, and nothing opens it until then.
        return this.practices.planErasure(practice, new Date(fact.at));
      default:
        throw new Error(`the journal has an unknown event: ${fact.name}`);
    }
  }

  /** Only the hash is known: an address that no order names has to be confirmed again. */
  private async addAddress(practice: PracticeRecord, hash: string, event: OutboxEntry) {
    const orders = await this.grants.findRows(practice._id);
    const typed = orders.flatMap((order) => [order.contactEmail ?? '', order.payerEmail ?? '']);
    const email = await this.findByHash(typed.map(normalizeEmail), hash);
    const added =
      email && (await this.practices.addAddress(practice, email, new Date(event.at), event));
    if (!added) await this.practices.note(practice, event);
  }

  private async removeAddress(practice: PracticeRecord, hash: string, event: OutboxEntry) {
    const confirmed = (practice.addresses ?? []).map(({ email }) => email);
    // Where it is not confirmed, the event alone is stored.
    const email = await this.findByHash(confirmed, hash);
    await this.practices.removeAddress(practice, email ?? '', event);
  }

  /** The purchases follow by the reconciler. */
  private async join(from: PracticeRecord, id: string, event: OutboxEntry): Promise<void> {
    if (from.joinedInto) return this.practices.note(from, event);
    const into = await this.practices.create(undefined, new Date(), toObjectId(id));
    const shared = from.addresses?.find(({ email }) =>
      into.addresses?.some((each) => each.email === email),
    );
    return this.practices.join(from, into, shared?.email ?? '', event);
  }

  private async findByHash(emails: string[], hash: string): Promise<string | undefined> {
    for (const email of emails)
      if ((await this.installation.hashAddress(email)) === hash) return email;
    return undefined;
  }
}
