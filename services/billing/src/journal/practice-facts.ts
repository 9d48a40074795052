import { type OutboxEntry, toObjectId } from '@ctdb/chassis';
import { objectId, practiceEvents } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { GrantsRepository } from '../passes/grants.repository.js';
import { normalizeEmail } from '../passes/subscription.js';
import type { PracticeRecord } from '../practices/practice.record.js';
import { PracticesRepository } from '../practices/practices.repository.js';
import { InstallationRepository } from '../purchases/installation.repository.js';
import { type Fact, hasFact, type Repetition, toEvent } from './journal.js';

/** The payloads of all these facts. */
const practiceFact = z.object({
  practice: objectId.optional(),
  from: objectId.optional(),
  into: objectId.default(''),
  address: z.string().default(''),
  browser: z.string().optional(),
  movedAt: z.coerce.date().optional(),
});
type PracticeFact = z.output<typeof practiceFact>;

/** Repeats moves, joins, changes of addresses, and erasures. */
@Injectable()
export class PracticeFacts {
  constructor(
    private readonly practices: PracticesRepository,
    private readonly grants: GrantsRepository,
    private readonly installation: InstallationRepository,
  ) {}

  async find(fact: Fact): Promise<Repetition> {
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
    const email = await this.findByHash(confirmed, hash);
    if (email) await this.practices.removeAddress(practice, email, event);
    else await this.practices.note(practice, event);
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
