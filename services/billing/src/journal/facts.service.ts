import { type OutboxEntry, retryOnConflict, toObjectId } from '@ctdb/chassis';
import { accountEvents, objectId, personRole, practiceEvents } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { AccountsRepository } from '../accounts/users/accounts.repository.js';
import {
  type PersonChange,
  type PersonRecord,
  toErased,
  withoutFactors,
} from '../accounts/users/user.record.js';
import { GrantsRepository } from '../passes/grants.repository.js';
import { normalizeEmail } from '../passes/subscription.js';
import type { PracticeRecord } from '../practices/practice.record.js';
import { PracticesRepository } from '../practices/practices.repository.js';
import { InstallationRepository } from '../purchases/installation.repository.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { toAccessCode } from '../typed-code.js';
import { type Fact, hasFact, toEvent } from './journal.js';

/** What repeats a fact; `undefined` if the record has it. */
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
/** What was lost is not known: who may sign in sets a new password, by a new link. */
const WITHOUT_CREDENTIALS = {
  ...WITHOUT_LINKS,
  ...withoutFactors,
  password: undefined,
  disabledPassword: undefined,
} as const;

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

/** Finds out what a restored database lacks, and repeats it: changes of persons, practices and codes. */
@Injectable()
export class FactsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly practices: PracticesRepository,
    private readonly purchases: PurchasesRepository,
    private readonly grants: GrantsRepository,
    private readonly installation: InstallationRepository,
  ) {}

  find(fact: Fact): Promise<Repetition> {
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
    return () => this.repeat(practice, fact, payload);
  }

  private async repeat(
    practice: PracticeRecord,
    fact: Fact,
    { into, address, ...moved }: PracticeFact,
  ): Promise<unknown> {
    const event = toEvent(fact);
    switch (fact.name) {
      case practiceEvents.moved.name:
        return this.move(practice, moved, event);
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

  /** Where the token opens another practice here, none is opened by it but that one. */
  private async move(
    practice: PracticeRecord,
    { browser, movedAt }: Pick<PracticeFact, 'browser' | 'movedAt'>,
    event: OutboxEntry,
  ): Promise<void> {
    const now = new Date();
    const done = await this.practices.move(practice, { to: browser, movedAt }, now, event);
    if (!done) await this.practices.move(practice, {}, now, event);
  }

  /** Only the hash is known: an address that no order names has to be confirmed again. */
  private async addAddress(
    practice: PracticeRecord,
    hash: string,
    event: OutboxEntry,
  ): Promise<void> {
    const orders = await this.grants.findRows(practice._id);
    const typed = orders.flatMap(({ contactEmail = '', payerEmail = '' }) => [
      contactEmail,
      payerEmail,
    ]);
    const email = await this.findByHash(typed.map(normalizeEmail), hash);
    const added =
      email && (await this.practices.addAddress(practice, email, new Date(event.at), event));
    if (!added) await this.practices.note(practice, event);
  }

  private async removeAddress(
    practice: PracticeRecord,
    hash: string,
    event: OutboxEntry,
  ): Promise<void> {
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
