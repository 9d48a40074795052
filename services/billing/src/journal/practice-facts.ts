import { type OutboxEntry, toObjectId } from '@ctdb/chassis';
import { type PayloadOf, practiceEvents } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { GrantsRepository } from '../passes/grants.repository.js';
import { normalizeEmail } from '../passes/subscription.js';
import type { PracticeRecord } from '../practices/practice.record.js';
import { PracticesRepository } from '../practices/practices.repository.js';
import { InstallationRepository } from '../purchases/installation.repository.js';
import { type Fact, toEvent } from './journal.js';

type AddressChange = PayloadOf<typeof practiceEvents.addressConfirmed>;

const { addressConfirmed, addressRemoved, erased, joined, moved } = practiceEvents;

/** Repeats moves, joins, changes of addresses, and erasures. */
@Injectable()
export class PracticeFacts {
  constructor(
    private readonly practices: PracticesRepository,
    private readonly grants: GrantsRepository,
    private readonly installation: InstallationRepository,
  ) {}

  /** What repeats a fact; `undefined` if the record has it. */
  async find(fact: Fact): Promise<(() => Promise<unknown>) | undefined> {
    switch (fact.name) {
      case moved.name: {
        const payload = moved.payload.parse(fact.payload);
        return this.behind(payload.practice, fact, (one, event) => this.move(one, payload, event));
      }
      case addressConfirmed.name: {
        const payload = addressConfirmed.payload.parse(fact.payload);
        return this.behind(payload.practice, fact, (one, event) =>
          this.addAddress(one, payload, event),
        );
      }
      case addressRemoved.name: {
        const payload = addressRemoved.payload.parse(fact.payload);
        return this.behind(payload.practice, fact, (one, event) =>
          this.removeAddress(one, payload, event),
        );
      }
      case erased.name: {
        const { practice } = erased.payload.parse(fact.payload);
        // The maintenance erases it soon, and nothing opens it until then.
        const eraseAt = new Date(fact.at);
        return this.behind(practice, fact, (one) => this.practices.planErasure(one, eraseAt));
      }
      case joined.name: {
        const { from, into } = joined.payload.parse(fact.payload);
        return this.behind(from, fact, (one, event) => this.join(one, into, event));
      }
      default:
        return undefined;
    }
  }

  private async behind(
    id: string,
    fact: Fact,
    repeat: (practice: PracticeRecord, event: OutboxEntry) => Promise<unknown>,
  ): Promise<(() => Promise<unknown>) | undefined> {
    const practice = await this.practices.findById(toObjectId(id));
    if (!practice || (practice.notedAt && practice.notedAt >= new Date(fact.at))) return undefined;
    return () => repeat(practice, toEvent(fact));
  }

  /** Where the token opens another practice here, none is opened by it but that one. */
  private async move(
    practice: PracticeRecord,
    { browser, movedAt }: PayloadOf<typeof moved>,
    event: OutboxEntry,
  ): Promise<void> {
    const now = new Date();
    const to = { to: browser, movedAt: movedAt === undefined ? undefined : new Date(movedAt) };
    const done = await this.practices.move(practice, to, now, event);
    if (!done) await this.practices.move(practice, {}, now, event);
  }

  /** Only the hash is known: an address that no order names has to be confirmed again. */
  private async addAddress(
    practice: PracticeRecord,
    { address }: AddressChange,
    event: OutboxEntry,
  ): Promise<void> {
    const orders = await this.grants.findRows(practice._id);
    const typed = orders.flatMap(({ contactEmail = '', payerEmail = '' }) => [
      contactEmail,
      payerEmail,
    ]);
    const email = await this.findByHash(typed.map(normalizeEmail), address);
    const added =
      email && (await this.practices.addAddress(practice, email, new Date(event.at), event));
    if (!added) await this.practices.note(practice, event);
  }

  private async removeAddress(
    practice: PracticeRecord,
    { address }: AddressChange,
    event: OutboxEntry,
  ): Promise<void> {
    const confirmed = (practice.addresses ?? []).map(({ email }) => email);
    const email = await this.findByHash(confirmed, address);
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
